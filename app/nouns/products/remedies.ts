import type { RemediesOfNoun } from '../../shared/issues/remedy/remedy.ts';
import { SeeItemLink } from './widgets/see-item.tsx';

export const itemRemedies = { see_item: SeeItemLink } satisfies RemediesOfNoun;
