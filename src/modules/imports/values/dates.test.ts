import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenOrder, readDay, readMonth } from './dates.ts';

describe('readMonth', () => {
  it.each([
    ['2019-06', '2019-06'],
    [' 2019/6 ', '2019-06'],
    ['2019.06.14', '2019-06'],
    ['2019-06-14T10:00:00Z', '2019-06'],
    ['06.2019', '2019-06'],
    ['6/2019', '2019-06'],
    ['14.06.2019', '2019-06'],
    ['062019', '2019-06'],
    ['201906', '2019-06'],
    ['190001', '1900-01'],
    ['210012', '2100-12'],
    ['011900', '1900-01'],
    ['122100', '2100-12'],
    // Either way round it would be a month of some year; vehicles are not that old.
    ['120619', null],
    ['189912', null],
    ['210101', null],
    ['1899-12', null],
    ['1900-01', '1900-01'],
    ['2100-12', '2100-12'],
    ['2101-01', null],
    ['2019-00', null],
    ['2019-13', null],
    ['2019', null],
    ['06/19', '2019-06'],
    ['04.17', '2017-04'],
    ['06/69', '2069-06'],
    ['06/70', '1970-06'],
    ['13/19', null],
    ['01.06.19', '2019-06'],
    ['01.06.2019 00:00:00', '2019-06'],
    ['6/1/2019 12:00:00 AM', '2019-01'],
    ['Jun-19', '2019-06'],
    ['Jun 19', '2019-06'],
    ['JUNE 2019', '2019-06'],
    ['2019 June', '2019-06'],
    ['1-Jun-19', '2019-06'],
    ['Jun 1, 2019', '2019-06'],
    ['Mrz 19', '2019-03'],
    ['Mär. 19', '2019-03'],
    ['14. März 2019', '2019-03'],
    ['juin-19', '2019-06'],
    ['juil.-19', '2019-07'],
    ['févr. 2019', '2019-02'],
    ['août-19', '2019-08'],
    ['mrt 19', '2019-03'],
    ['cze.19', '2019-06'],
    ['paź.19', '2019-10'],
    ['czerwca 2019', '2019-06'],
    ['giu-19', '2019-06'],
    ['ene-19', '2019-01'],
    // A day and no year, or a beginning of two months.
    ['19-Jun', null],
    ['jui-19', null],
    ['Lkw 19', null],
    ['31.02.2018', null],
    ['2018-02-31', null],
    ['29.02.2019', null],
    ['29.02.2020', '2020-02'],
    ['00.06.2019', null],
    ['', null],
  ])('%j is %j', (written, month) => {
    expect(readMonth(written)).toBe(month);
  });
});

describe('readDay', () => {
  it.each([
    ['2019-06-04', '2019-06-04'],
    ['2019/6/4', '2019-06-04'],
    ['2019-06-04 10:00', '2019-06-04'],
    [' 4.6.2019 ', '2019-06-04'],
    ['1.1.1900', '1900-01-01'],
    ['31.12.2100', '2100-12-31'],
    ['01.06.19', '2019-06-01'],
    ['1. 6. 2019', '2019-06-01'],
    ['1-Jun-19', '2019-06-01'],
    ['Jun 1, 2019', '2019-06-01'],
    ['14. März 2019', '2019-03-14'],
    ['Jun 19', null],
    ['31.02.2018', null],
    ['2018-02-31', null],
    ['31.4.2019', null],
    ['0.12.2019', null],
    ['32.12.2019', null],
    ['1.13.2019', null],
    ['2019-06', null],
    ['06.2019', null],
    ['20190604', null],
  ])('%j is %j', (written, day) => {
    expect(readDay(written)).toBe(day);
  });
});

describe('the order of a column', () => {
  it.each([
    ['31/12/2018', 'day-first'],
    ['12/31/2018', 'month-first'],
    ['12-31-18 00:00', 'month-first'],
    ['01/12/2018', null],
    ['12/12/2018', null],
    ['12.31.2018', null],
    ['2018-12-31', null],
    ['32/31/2018', null],
    ['Jun-19', null],
  ])('%j proves %j', (written, order) => {
    expect(provenOrder(written)).toBe(order);
  });

  it('decides dates that can be read either way, unless the column has both', () => {
    expect(readDay('01/12/2018', 'day-first')).toBe('2018-12-01');
    expect(readDay('01/12/2018', 'month-first')).toBe('2018-01-12');
    expect(readDay('01/12/2018', 'mixed')).toBeNull();
    expect(readDay('12/12/2018', 'mixed')).toBe('2018-12-12');
    expect(readDay('31/12/2018', 'mixed')).toBe('2018-12-31');
    expect(readDay('12/31/2018', 'mixed')).toBe('2018-12-31');
    expect(readDay('01.12.2018', 'month-first')).toBe('2018-12-01');
    expect(readMonth('06/2019', 'month-first')).toBe('2019-06');
  });

  it('reads every day back that it is written in, and only days of the calendar', () => {
    const part = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(fc.integer({ min: 1970, max: 2069 }), part(14), part(33), (year, month, day) => {
        const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        const isDay = !Number.isNaN(Date.parse(iso)) && new Date(iso).toISOString().startsWith(iso);
        const short = String(year).slice(2);
        for (const text of [
          iso,
          `${day}.${month}.${year}`,
          `${day}.${month}.${short}`,
          `${day}/${month}/${year}`,
        ]) {
          expect(readDay(text)).toBe(isDay ? iso : null);
          expect(readMonth(text)).toBe(isDay ? iso.slice(0, 7) : null);
        }
        expect(readDay(`${month}/${day}/${year}`, 'month-first')).toBe(isDay ? iso : null);
      }),
    );
  });
});
