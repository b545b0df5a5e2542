// SPDX-License-Identifier: MIT
// Short dry sounds, made of noise and sines; nothing is loaded.
import { settings } from '../net/kept';

type Sound = 'card' | 'knock' | 'win';

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  // Before the first touch browsers refuse, and complain on the console.
  if (!settings().sound || !navigator.userActivation?.hasBeenActive) return null;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume().catch(() => undefined);
  return context;
}

function fading(to: AudioContext, at: number, loud: number, length: number): GainNode {
  const gain = to.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  gain.connect(to.destination);
  return gain;
}

function tone(to: AudioContext, pitch: number, at: number, loud: number, length: number): void {
  const wave = to.createOscillator();
  wave.frequency.setValueAtTime(pitch, at);
  wave.connect(fading(to, at, loud, length));
  wave.start(at);
  wave.stop(at + length);
}

/** A card on felt: a short noise without high frequencies. */
function rustle(to: AudioContext, at: number): void {
  const length = 0.07;
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * length), to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const noise = to.createBufferSource();
  const low = to.createBiquadFilter();
  noise.buffer = buffer;
  low.type = 'lowpass';
  low.frequency.value = 1400;
  noise.connect(low).connect(fading(to, at, 0.35, length));
  noise.start(at);
}

/** Two knuckles on wood. */
function knock(to: AudioContext, at: number): void {
  for (const beat of [0, 0.13]) {
    tone(to, 190, at + beat, 0.5, 0.09);
    tone(to, 410, at + beat, 0.2, 0.04);
  }
}

export function play(sound: Sound): void {
  const to = audio();
  if (!to) return;
  const at = to.currentTime + 0.01;
  if (sound === 'card') rustle(to, at);
  else if (sound === 'knock') knock(to, at);
  else {
    tone(to, 523, at, 0.25, 0.3);
    tone(to, 784, at + 0.16, 0.25, 0.55);
  }
}
