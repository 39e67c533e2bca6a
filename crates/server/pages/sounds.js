// Sounds, made by the browser itself; off until they are switched on.

import { keep, kept } from './kept.js';

const ON = 'sounds';
/** Tones as [hertz, start, seconds]; a sound without tones is noise that dies away in so many seconds, lower with a lower `pass`. */
const SOUNDS = {
  turn: { tones: [[660, 0, 0.12], [880, 0.12, 0.2]] },
  end: { tones: [[523, 0, 0.15], [659, 0.15, 0.15], [784, 0.3, 0.35]] },
  reaction: { tones: [[990, 0, 0.08]] },
  drop: { noise: 0.07, pass: 900 },
  step: { noise: 0.04, pass: 2500 },
  roll: { noise: 0.35, pass: 3500 },
  hit: { noise: 0.18, pass: 700 },
  boom: { noise: 0.8, pass: 350 },
};
const VOLUME = 0.2;
let context = null;

/** Whether sounds are on. */
export const isOn = () => kept(ON) === true;

/** Switches sounds on or off for good. */
export function switchSounds(on) {
  keep(ON, on ? true : null);
  if (on) play('turn');
}

/** Plays a sound by its name, if sounds are on. */
export function play(name) {
  if (!isOn() || !Object.hasOwn(SOUNDS, name)) return;
  // Browsers allow it after the first click or key; what is played before stays silent.
  context ??= new AudioContext();
  context.resume();
  const { tones = [], noise = 0, pass } = SOUNDS[name];
  for (const [hertz, start, seconds] of tones) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' });
    tone.connect(fading(start, seconds));
    tone.start(context.currentTime + start);
    tone.stop(context.currentTime + start + seconds);
  }
  if (noise) {
    const buffer = new AudioBuffer({ length: Math.ceil(noise * context.sampleRate), sampleRate: context.sampleRate });
    buffer.getChannelData(0).forEach((_, at, all) => { all[at] = Math.random() * 2 - 1; });
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: pass })).connect(fading(0, noise));
    source.start();
  }
}

/** The way to the loudspeaker, which is shut slowly. */
function fading(start, seconds) {
  const gain = new GainNode(context, { gain: VOLUME }), from = context.currentTime + start;
  gain.gain.setValueAtTime(VOLUME, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  gain.connect(context.destination);
  return gain;
}
