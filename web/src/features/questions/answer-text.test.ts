import { questions } from '@duai/contract';
import { expect, it } from 'vitest';
import { answerText, mostCharacters } from './answer-text.ts';

const isTaken = (text: string) => questions.askQuestion.body.safeParse({ text }).success;

it('an answer as long as the form allows is taken by the server, whatever the length of the question', () => {
  for (const question of ['Kortizon aldınız mı?', 'a'.repeat(500), 'a'.repeat(5000)]) {
    const most = mostCharacters(question);
    expect(most).toBeGreaterThan(3900);
    expect(isTaken(answerText(question, 'b'.repeat(most)))).toBe(true);
    expect(isTaken(answerText(question, 'b'.repeat(most + 1)))).toBe(false);
  }
  expect(answerText('Kortizon aldınız mı?', 'Hayır.')).toBe('› Kortizon aldınız mı?\n\nHayır.');
  const signs = '😷'.repeat(2500);
  expect(isTaken(answerText(signs, 'b'.repeat(mostCharacters(signs))))).toBe(true);
  expect(answerText('😷'.repeat(501), 'Hayır.')).toBe(`› ${'😷'.repeat(499)}…\n\nHayır.`);
});
