import { expect, it, vi } from 'vitest';
import { canDictate, dictate, mayDictate, withDictated } from './dictation.ts';

/** A browser that recognises on the device what is `available` there. */
function browser(available: string | Error) {
  const made: FakeSpeech[] = [];
  class FakeSpeech extends EventTarget {
    static available = vi.fn(async () => {
      if (available instanceof Error) throw available;
      return available;
    });
    lang = '';
    continuous = false;
    interimResults = true;
    processLocally = false;
    start = vi.fn();
    stop = vi.fn(() => void this.dispatchEvent(new Event('end')));
    constructor() {
      super();
      made.push(this);
    }
    say(resultIndex: number, ...said: [transcript: string, isFinal: boolean][]) {
      const results = said.map(([transcript, isFinal]) => Object.assign([{ transcript }], { isFinal }));
      this.dispatchEvent(Object.assign(new Event('result'), { resultIndex, results }));
    }
    fail(error: string) {
      this.dispatchEvent(Object.assign(new Event('error'), { error }));
      this.dispatchEvent(new Event('end'));
    }
  }
  return { scope: { SpeechRecognition: FakeSpeech }, made, FakeSpeech };
}

it('is offered where the browser recognises the language on this device, and nowhere else', async () => {
  const { scope, FakeSpeech } = browser('available');
  expect(await canDictate('tr', scope)).toBe(true);
  expect(FakeSpeech.available).toHaveBeenCalledWith({ langs: ['tr-TR'], processLocally: true });
  for (const state of ['unavailable', 'downloadable', 'downloading', new Error('language not known')])
    expect(await canDictate('en', browser(state).scope)).toBe(false);
  // A browser that sends speech to its maker has no such question, or the old name alone.
  expect(await canDictate('tr', { SpeechRecognition: class extends EventTarget {} })).toBe(false);
  expect(await canDictate('tr', { webkitSpeechRecognition: class extends EventTarget {} })).toBe(false);
  expect(await canDictate('tr', {})).toBe(false);
});

it('asks the browser nothing before somebody wants to dictate', () => {
  const { scope, FakeSpeech } = browser('available');
  expect(mayDictate(scope)).toBe(true);
  expect(FakeSpeech.available).not.toHaveBeenCalled();
  expect(mayDictate({})).toBe(false);
  expect(mayDictate({ SpeechRecognition: class extends EventTarget {} })).toBe(false);
});

it('listens on the device, tells each sentence once, and says how it ended', () => {
  const { scope, made } = browser('available');
  const [onText, onEnd] = [vi.fn(), vi.fn()];
  const listening = dictate('tr', { onText, onEnd }, scope);
  const [speech] = made;
  expect(speech).toMatchObject({ lang: 'tr-TR', continuous: true, interimResults: false, processLocally: true });
  speech!.say(0, ['Sağ akciğerde ', false]);
  speech!.say(0, [' Sağ akciğerde nodül. ', true]);
  speech!.say(1, ['Sağ akciğerde nodül.', true], ['Plevra doğal.', true]);
  expect(onText.mock.calls).toEqual([['Sağ akciğerde nodül.'], ['Plevra doğal.']]);
  listening.stop();
  expect(onEnd.mock.calls).toEqual([[null]]);
});

it.each([
  ['no-speech', null],
  ['not-allowed', 'not-allowed'],
  ['service-not-allowed', 'service-not-allowed'],
])('ends by %s', (error, told) => {
  const { scope, made } = browser('available');
  const onEnd = vi.fn();
  dictate('en', { onText: vi.fn(), onEnd }, scope);
  made[0]!.fail(error);
  expect(onEnd).toHaveBeenCalledWith(told);
});

it('adds what was said to the end', () => {
  expect(withDictated('', 'Nodül.')).toBe('Nodül.');
  expect(withDictated('Nodül.', 'Plevra doğal.')).toBe('Nodül. Plevra doğal.');
  expect(withDictated('Nodül.\n', 'Plevra doğal.')).toBe('Nodül.\nPlevra doğal.');
  expect(withDictated('Nodül.', '')).toBe('Nodül.');
});
