import { expect, test } from 'vitest';
import { settings } from './opened.ts';

test.each(['subsidiary_id', 'adjustment_account_id', 'location_id'] as const)(
  'an internal id of %s is written in one way, so that nothing is connected twice',
  (name) => {
    const read = (id: string) => settings.shape[name].safeParse(id).success;
    expect(['3', '30', ' 3 ', ''].map(read)).toEqual([true, true, true, true]);
    expect(['03', '0', '3.0', '+3', 'three'].map(read)).toEqual([false, false, false, false, false]);
  },
);
