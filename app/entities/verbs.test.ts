import { expect, test } from 'vitest';
import { manyLabels } from '../base/verbs/labels.ts';
import { allNouns } from './all.ts';

test('each verb of a noun has a name, and each name a verb', () => {
  const verbs = new Set(Object.values(allNouns).flatMap(({ bulk }) => Object.keys(bulk?.verbs ?? {})));
  expect([...verbs].toSorted()).toEqual(Object.keys(manyLabels).toSorted());
});
