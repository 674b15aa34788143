import { type SentenceOf, wordedBy } from '../../../platform/sentences.ts';

/** Why a database sends nothing, or is compared with everything outside: a person reads it on every page, behind what has stopped. */
const sentences = {
  files_of_another: () => 'The files here are those of another database.',
  another_works: () => 'Another installation is working with the same data.',
  other_files: () => 'It has the data of another installation, and other files.',
  used_elsewhere: ({ address }: { address: string }) => `Its data were used at ${address} before.`,
  behind: () => 'This database was restored from a backup, or another server took over: something was sent that it does not know of.',
  did_not_run: () => 'Crossdock did not run for a while, and nobody had stopped it in order: something may be missing here.',
  copy_works: () => 'A copy of it has begun to work with the same data.',
  restored_by_hand: () => 'Somebody said that this database was restored from a backup.',
  lives: ({ person }: { person: string }) => `${person} said that this installation is the one that lives.`,
  never_sent: () => 'The warehouse has something of ours that was never sent from here.',
};

export type StopReason = SentenceOf<typeof sentences>;
/** Words what an installation or a comparison keeps as its reason. */
export const wordStop = wordedBy(sentences);
