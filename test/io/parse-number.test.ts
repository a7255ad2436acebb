import { expect, it } from 'vitest';
import { seededRandom } from '../../src/core/math/random.ts';
import { parseInteger, parseNumber } from '../../src/io/parse-number.ts';
import { utf8 } from './samples.ts';

const number = (text: string): number => parseNumber(utf8(text), 0, utf8(text).length);
const integer = (text: string): number => parseInteger(utf8(text), 0, utf8(text).length);

it.each([
  '0',
  '-0',
  '+1',
  '1.',
  '.5',
  '-.5',
  '1e5',
  '1E+5',
  '1.25e-5',
  '007',
  '00.50',
  '0.1',
  '0.30000000000000004',
  '9007199254740991',
  '9007199254740993',
  '123456789012345678901234567890',
  '1e22',
  '1e23',
  '1e-22',
  '1e-23',
  '2.2250738585072011e-308',
  '5e-324',
  '2e-324',
  '1.7976931348623157e308',
  '1e-999',
  '179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880', // 2^1024 - 2^970
])('reads %s as Number does', (text) => {
  expect(Object.is(number(text), Number(text))).toBe(true);
});

it.each([
  '',
  '+',
  '-',
  '.',
  '-.',
  'e5',
  '1e',
  '1e+',
  '1e1.5',
  '1.5abc',
  '0x10',
  '1_000',
  '1,5',
  '--1',
  '+-1',
  '1-',
  '1.2.3',
  'nan',
  'NaN',
  'inf',
  'Infinity',
  '1f',
  ' 1',
  '1 ',
  '１',
  '1e5e5',
])('refuses %j', (text) => {
  expect(number(text)).toBeNaN();
});

it('overflows to Infinity, which no reader accepts', () => {
  expect(number('1e999')).toBe(Infinity);
  expect(number('-1e309')).toBe(-Infinity);
  expect(number(`1e${'9'.repeat(400)}`)).toBe(Infinity);
});

it('refuses a number of more than a thousand characters', () => {
  expect(number(`0.${'3'.repeat(900)}`)).toBe(1 / 3);
  expect(number(`0.${'3'.repeat(1000)}`)).toBeNaN();
});

it('rounds as Number does, whatever the digits', () => {
  const random = seededRandom(11);
  for (let i = 0; i < 50_000; i++) {
    const value = random.between(-1, 1) * 10 ** random.between(-30, 30);
    const digits = 1 + random.below(20);
    for (const text of [String(value), value.toExponential(digits), value.toFixed(digits), value.toPrecision(digits)]) {
      if (!Object.is(number(text), Number(text))) expect.fail(`${text} read as ${number(text)}`);
    }
  }
});

it('reads integers and nothing else as integers', () => {
  for (const text of ['0', '12', '-3', '+4', '4000000000']) expect(integer(text)).toBe(Number(text));
  for (const text of ['', '-', '+', '1.0', '1e3', 'x', '1/2', '0x1']) expect(integer(text)).toBeNaN();
});
