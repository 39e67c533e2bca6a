// How values and probabilities are written.

import { language, t } from './words.js';

/** A value from -1000 to 1000 as it is shown: +3.2, −0.5. */
export function valueText(value) {
  const shown = (Math.abs(value) / 100).toFixed(1);
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${shown}`;
}

/** How a match ends for certain, and in how many moves: won if it is positive, lost if negative, drawn at 0; null if that is not known. */
export function endText(ends) {
  if (ends === null || ends === undefined) return null;
  return t(ends > 0 ? 'ui.end_won' : ends < 0 ? 'ui.end_lost' : 'ui.end_drawn', { count: Math.abs(ends) });
}

const percent = (win) => new Intl.NumberFormat(language(), { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(win);

/** A value from -1000 to 1000 as the probability to win that it stands for. */
export const winText = (value) => percent((value + 1000) / 2000);

/** Choices with their probability to win, to a hundredth of a percent; `choiceName` names a choice. */
export function chancesText(chances, choiceName) {
  return chances.map((one) => `${choiceName(one)}: ${percent(one.win)}`).join(' · ');
}
