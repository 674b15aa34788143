import { wordImport } from '../../../../base/import-outcomes.ts';
import type { AlsoCreates, Missing } from '../../../../shared/imports/entity.ts';

/** What else an import may create, and how many more of it. */
export type Creatable = Missing['noun'] & Pick<Missing, 'most'> & { room: number };

/** Why an import that was checked cannot be applied: it would create more than there is room for. Null where nothing is in the way. */
export function tooManyNew(creates: Creatable | null, also: AlsoCreates | null): string | null {
  if (!creates || !also || also.count <= creates.room) return null;
  return wordImport({ code: 'too_many_new', count: also.count, room: creates.room, most: creates.most, noun: creates });
}
