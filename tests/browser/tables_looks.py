"""How pages look, whatever they show: nothing cut off, nothing over something else, readable by everybody."""

from accessibility import ALL, COLOURS

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
SCHEMES = ("light", "dark")
# Beside English; words are as long as they are.
LANGUAGES = ("es", "ca", "ru")

# Text and controls with what is to be seen of them: the part of their box that no ancestor hides.
# On a map things stand upon each other by design; what is for ears only has no place.
PROBLEMS = r"""
const page = document.documentElement, problems = [];
const short = (node) => `<${node.tagName.toLowerCase()}${node.id ? ` #${node.id}` : ''}${node.getAttribute('class') ? ` .${node.getAttribute('class')}` : ''}> ${node.textContent.trim().slice(0, 40)}`;
if (page.scrollWidth > page.clientWidth) problems.push(`the page scrolls sideways: ${page.scrollWidth} of ${page.clientWidth}`);
const unheard = '.visually-hidden, .unseen, .skip, .mech-svg, .mark, [hidden], noscript';
const pinned = (node) => {
  for (let at = node; at && at !== document.body; at = at.parentElement) if (['fixed', 'sticky'].includes(getComputedStyle(at).position)) return true;
  return false;
};
const visible = (node) => node.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !node.closest(unheard);
// What is left of a box inside everything that hides what sticks out of it; `cut` if that is not to be scrolled to.
function clipped(node, box) {
  let {left, top, right, bottom} = box, cut = null;
  for (let at = node.nodeType === 1 ? node : node.parentElement; at && at !== document.body && at !== page; at = at.parentElement) {
    const style = getComputedStyle(at), frame = at.getBoundingClientRect();
    for (const [overflow, before, after] of [[style.overflowX, 'left', 'right'], [style.overflowY, 'top', 'bottom']]) {
      if (overflow === 'visible') continue;
      const over = Math.max(frame[before] - {left, top}[before], {right, bottom}[after] - frame[after]);
      if (over > 1.5 && (overflow === 'hidden' || overflow === 'clip')) cut ??= `${short(at)} hides ${over.toFixed(0)} px`;
      if (before === 'left') [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      else [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
  }
  return {node, left, top, right, bottom, cut};
}
// Where a text is missing, its key stands.
for (const key of new Set(document.body.innerText.match(/\b(?:ui|admin|league|arena|duel|dragon|mech|seat|option|game|bot)\.(?!py\b)[a-z_]+\b/g) ?? [])) problems.push(`no words for ${key}`);
const boxes = [];
const range = document.createRange();
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
  const text = walker.currentNode, parent = text.parentElement;
  if (!text.data.trim() || ['SCRIPT', 'STYLE', 'OPTION', 'TITLE'].includes(parent.tagName) || !visible(parent)) continue;
  range.selectNodeContents(text);
  for (const box of range.getClientRects()) {
    if (box.width < 1 || box.height < 1) continue;
    const seen = clipped(parent, box);
    // A line's box is higher than its letters.
    const less = (seen.bottom - seen.top) * 0.22;
    boxes.push({...seen, top: seen.top + less, bottom: seen.bottom - less, what: 'text'});
  }
}
for (const node of document.querySelectorAll('button, input, select, textarea, summary, a.button, [role=gridcell]')) {
  if (visible(node)) boxes.push({...clipped(node, node.getBoundingClientRect()), what: 'control'});
}
for (const box of boxes) {
  if (box.cut) problems.push(`cut off: ${short(box.node)}: ${box.cut}`);
  if (box.right - box.left > 0 && (box.right > page.clientWidth + 1 || box.left < -1)) problems.push(`sticks out: ${short(box.node)}: ${box.left.toFixed(0)} to ${box.right.toFixed(0)}`);
  if (box.what === 'control' && box.node.scrollWidth > box.node.clientWidth + 1 && !['INPUT', 'SELECT'].includes(box.node.tagName) && box.node.clientWidth > 0 && getComputedStyle(box.node).overflowX !== 'visible') problems.push(`too long for its control: ${short(box.node)}`);
}
const real = boxes.filter((box) => box.right - box.left > 2 && box.bottom - box.top > 2).map((box) => ({...box, pinned: pinned(box.node), asks: box.node.closest('dialog:modal')})).sort((a, b) => a.top - b.top);
real.forEach((one, at) => {
  for (let next = at + 1; next < real.length && real[next].top < one.bottom - 1; next += 1) {
    const other = real[next];
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left), down = Math.min(one.bottom, other.bottom) - one.top - (other.top - one.top);
    if (across < 2 || down < 2 || one.node === other.node || one.node.contains(other.node) || other.node.contains(one.node)) continue;
    // What stays in its place while the page scrolls has the page below it, and a question has all else.
    if (one.pinned !== other.pinned || one.asks !== other.asks) continue;
    problems.push(`overlap of ${across.toFixed(0)} by ${down.toFixed(0)} px: ${short(one.node)} and ${short(other.node)}`);
  }
});
return [...new Set(problems)].slice(0, 12);
"""


def each(browser):
    """Each size in each scheme, one after the other; names of both."""
    for size, (width, height) in SIZES.items():
        browser.screen(width, height)
        for scheme in SCHEMES:
            browser.prefer(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
            yield size, scheme
    browser.screen(1280, 900)
    browser.prefer(prefers_color_scheme="light", prefers_reduced_motion="reduce")


def show(browser, scene):
    """Opens a scene and waits until it is there; `None` if it never is."""
    # Addresses that differ after the # only would not be loaded anew.
    browser.open("about:blank")
    browser.open(scene.url)
    ready = browser.wait(scene.ready) and scene.act(browser)
    browser.settle()
    return ready


def looked_at(report, browser, axe, scenes):
    """Every scene in every size and scheme."""
    for size, scheme in each(browser):
        for scene in scenes:
            name = f"{scene.name}, {size}, {scheme}"
            if not report.check(f"{name}: it is there", show(browser, scene), scene.url):
                continue
            looks(report, browser, axe, name, scheme)


def each_looks(report, browser, axe, what):
    """What is open just now, in every size and scheme."""
    for size, scheme in each(browser):
        browser.settle()
        looks(report, browser, axe, f"{what}, {size}, {scheme}", scheme)


def looks(report, browser, axe, name, scheme):
    """The page as it is."""
    report.equal(f"{name}: nothing is cut off, nothing overlaps", browser.run(PROBLEMS), [])
    # Schemes differ by nothing but colours.
    rules = ALL if scheme == SCHEMES[0] else COLOURS
    report.equal(f"{name}: axe finds nothing", axe.violations(browser, rules), [])


def spoken(report, browser, server, scenes):
    """Every scene on a phone, in every other language."""
    browser.screen(*SIZES["phone"])
    for language in LANGUAGES:
        speak(browser, server, language)
        for scene in scenes:
            name = f"{scene.name} in {language}"
            report.check(f"{name}: it is there", show(browser, scene) and browser.run("return document.documentElement.lang === arguments[0]", language), scene.url)
            report.equal(f"{name}: nothing is cut off, nothing overlaps", browser.run(PROBLEMS), [])
    speak(browser, server, "en")
    browser.screen(1280, 900)


def speak(browser, server, language):
    """Has the browser show this server's tables in a language."""
    browser.open(f"{server.url}/tables")
    browser.run("return import('/assets/words.js').then(({ keep }) => keep('language', arguments[0]))", language)
