// Signs of reactions, drawn here: fonts for emoji are not on every machine.

import { svg } from './dom.js';

const FACE = 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM9 9v.5M15 9v.5';
const SIGNS = {
  hello: 'M8.5 13L6 7.5M10.5 11.5L9.5 4.5M13.5 11.5V4.5M16 12.5L17.5 6.5M8.5 13.5L5 12M8.5 13.5C9 18 10.5 20 12.5 20C15 20 16 17 16 12.5',
  bravo: 'M7.5 10.5L11 3.5C13 3.5 13.5 5 13 6.5L12.2 9.5H18C19.5 9.5 20.3 10.5 20 12L18.6 18C18.3 19.3 17.5 20 16.2 20H7.5zM4 10.5V20',
  laugh: `${FACE}M7.5 13H16.5C16.2 19 7.8 19 7.5 13z`,
  surprise: `${FACE}M12 13a1.8 2.3 0 1 0 0 4.6a1.8 2.3 0 1 0 0-4.6z`,
  sad: `${FACE}M8 16.5C9.5 13.5 14.5 13.5 16 16.5`,
  thanks: 'M12 20C6 15.5 3.5 12.5 3.5 9A4.4 4.4 0 0 1 12 7.6A4.4 4.4 0 0 1 20.5 9C20.5 12.5 18 15.5 12 20z',
};

/** The names of all reactions. */
export const REACTIONS = Object.keys(SIGNS);

/** What stands for a reaction; its name is for the text beside it. */
export const signOf = (name) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', 'aria-hidden': 'true' }, svg('path', { d: SIGNS[name] ?? '' }));
