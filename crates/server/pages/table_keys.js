// Keys that work wherever the focus is, except in what needs them itself.

/** What takes any key while it has the focus. */
const FIELDS = 'input, select, textarea, [contenteditable], [role=log], dialog';
/** What space and Enter press. */
const BUTTONS = 'button, a, summary, [role=button]';

/** Whether a key is free: nobody has used it, and what has the focus does not need it. */
function isFree(event) {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.target.closest(FIELDS)) return false;
  return ![' ', 'Enter'].includes(event.key) || !event.target.closest(BUTTONS);
}

/** Calls `use(event)` for every free key; if that says yes, the page does nothing else with it. */
export function followKeys(use) {
  document.addEventListener('keydown', (event) => {
    if (isFree(event) && use(event)) event.preventDefault();
  });
}
