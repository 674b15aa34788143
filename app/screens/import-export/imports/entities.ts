import { nouns } from '../../../base/nouns.ts';
import { allNouns } from '../../../entities/all.ts';
import type { ImportEntity } from '../../../shared/imports/entity.ts';

const imported = Object.values(allNouns).flatMap((noun) => noun.import ?? []);

/** What files are imported for, by the number that calls give it. */
export const entities: Readonly<Record<number, ImportEntity>> = Object.fromEntries(imported.map((entity) => [entity.number, entity]));

/** @throws TypeError for a name that no import can have */
export function entityNamed(name: string): ImportEntity {
  const entity = imported.find((each) => each.name === name);
  if (!entity) throw new TypeError(`Nothing is imported as ${name}.`);
  return entity;
}

/** As screens are titled, the screen that lists these records, and what a row is. */
export type EntityWords = { title: string; path: string; noun: { one: string; many: string } };

export function wordsOf({ name, rows }: Pick<ImportEntity, 'name' | 'rows'>): EntityWords {
  const { title, path, one, many } = nouns[name];
  return { title, path, noun: rows ?? { one, many } };
}
