import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { textArray } from './text-array.ts';

const own = testDatabase();

test.each([[[]], [['']], [['a', 'b c', '', 'null', '{', '},"', "it's", 'ü\n']], [['plain', '"quoted"', 'back\\slash', '\\"', '']]])(
  'the database reads %j as it was',
  async (values) => {
    const [row] = await own.sql<{ read: string[] }>('select $1::text[] as read', [textArray(values)]);
    expect(row?.read).toEqual(values);
  },
);
