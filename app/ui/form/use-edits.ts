import { useState } from 'react';

type Edit<Values> = { to: Partial<Values>; from: Partial<Values> };

/**
 * Records as a person edits their `values`, beside what they are `now`. What is not edited stays as colleagues leave it; `was` is what an
 * edited value was when its edit began. Keys stay the same from one reading of the page to the next.
 */
export function useEdits<Row extends object, Values extends object>(
  stored: readonly Row[],
  keyOf: (row: Row) => string,
  valuesOf: (row: Row) => Values,
) {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit<Values>>>(new Map());
  const rows = stored.map((row) => {
    const now = valuesOf(row);
    const { to, from } = edits.get(keyOf(row)) ?? none;
    const values: Values = { ...now, ...to };
    const isEdited = (Object.keys(now) as (keyof Values)[]).some((name) => values[name] !== now[name]);
    return { ...row, now, values, was: { ...now, ...from }, isEdited };
  });
  const edit = (row: Row, change: Partial<Values>) => {
    const { to, from } = edits.get(keyOf(row)) ?? none;
    const now = Object.entries(valuesOf(row)).filter(([name]) => name in change);
    setEdits(new Map(edits).set(keyOf(row), { to: { ...to, ...change }, from: { ...Object.fromEntries(now), ...from } }));
  };
  return {
    rows,
    edit,
    /** Without these edits, or any. */
    forget: (key?: string) => setEdits(new Map(key === undefined ? [] : [...edits].filter(([each]) => each !== key))),
    /** Who was told of another's change has read it when they save again. */
    acceptOthers: () => setEdits(new Map([...edits].map(([key, { to }]) => [key, { to, from: {} }]))),
  };
}

const none = { to: {}, from: {} };
