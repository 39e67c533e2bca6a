// Sounds, made by the browser itself; off until they are switched on.

import { keep, kept } from './kept.js';

const ON = 'sounds';
/** Tones as [hertz, start, seconds]; a sound without tones is noise that dies away in `noise` seconds, lower with a lower `pass`. */
const SOUNDS = {
  turn: { tones: [[660, 0, 0.12], [880, 0.12, 0.2]] },
  end: { tones: [[523, 0, 0.15], [659, 0.15, 0.15], [784, 0.3, 0.35]] },
  reaction: { tones: [[990, 0, 0.08]] },
  drop: { noise: 0.07, pass: 900 },
  step: { noise: 0.04, pass: 2500 },
  roll: { noise: 0.35, pass: 3500 },
  shot: { noise: 0.1, pass: 5000 },
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

/**
 * The sounds of a step's events, each once, in their order. `sounds` has for a kind of event the name of a sound, or a
 * function of the event that may return one.
 */
export function soundsOf(events, sounds) {
  const names = events.map((event) => {
    const sound = Object.hasOwn(sounds, event.kind) ? sounds[event.kind] : null;
    return typeof sound === 'function' ? sound(event) : sound;
  });
  return [...new Set(names.filter(Boolean))];
}

/** Plays a sound by its name, `delay` seconds from now, if sounds are on. */
export function play(name, delay = 0) {
  if (!isOn() || !Object.hasOwn(SOUNDS, name)) return;
  // Browsers allow it after the first click or key; what is played before stays silent.
  context ??= new AudioContext();
  context.resume();
  const { tones = [], noise = 0, pass } = SOUNDS[name], now = context.currentTime + delay;
  for (const [hertz, start, seconds] of tones) {
    const tone = new OscillatorNode(context, { frequency: hertz, type: 'triangle' });
    tone.connect(fading(now + start, seconds));
    tone.start(now + start);
    tone.stop(now + start + seconds);
  }
  if (noise) {
    const buffer = new AudioBuffer({ length: Math.ceil(noise * context.sampleRate), sampleRate: context.sampleRate });
    buffer.getChannelData(0).forEach((_, at, all) => { all[at] = Math.random() * 2 - 1; });
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(new BiquadFilterNode(context, { type: 'lowpass', frequency: pass })).connect(fading(now, noise));
    source.start(now);
  }
}

/** The way to the loudspeaker, which is shut slowly from then on. */
function fading(from, seconds) {
  const gain = new GainNode(context, { gain: VOLUME });
  gain.gain.setValueAtTime(VOLUME, from);
  gain.gain.exponentialRampToValueAtTime(0.001, from + seconds);
  gain.connect(context.destination);
  return gain;
}
