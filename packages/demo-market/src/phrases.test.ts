import { describe, expect, it } from 'vitest';
import { banks } from './phrases.ts';

describe.each(Object.entries(banks))('the phrases of %s', (_language, bank) => {
  it('have every part that the English ones have', () => {
    const parts = ({ opening, condition, talk, ...rest }: typeof bank): string[][] =>
      [rest, opening, condition, talk].map((part) => Object.keys(part).toSorted());
    expect(parts(bank)).toEqual(parts(banks.en));
  });

  it('answer each question', () => {
    expect(bank.talk.answers).toHaveLength(bank.talk.questions.length);
  });
});
