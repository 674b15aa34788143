import type { RemediesOfNoun } from '../../../issues/remedy/remedy.ts';
import { DismissReferencesButton } from './dismiss-references.tsx';
import { ReconnectLink } from './reconnect.tsx';

export const connectionRemedies = {
  reconnect: ReconnectLink,
  dismiss_references: DismissReferencesButton,
} satisfies RemediesOfNoun;
