import { Notice } from '../../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { ShownImport } from '../shown-import.ts';
import { useCreating } from './cure.tsx';
import { tooManyNew } from './too-many-new.ts';

/** What else is created when the import is applied, by name, with the way back. */
export function AlsoCreates({ shown }: { shown: ShownImport }) {
  const leaveOut = useCreating(shown);
  const { creates, also_creates: also } = shown;
  if (!creates || !also) return null;
  const refusal = tooManyNew(creates, also);
  const more = also.count - also.names.length;
  return (
    <Notice
      tone={refusal === null ? 'info' : 'danger'}
      actions={
        <SubmitButton size="xs" variant="default" run={() => leaveOut(false)}>
          Do not create {also.count === 1 ? 'it' : 'them'}
        </SubmitButton>
      }
    >
      Nothing is changed yet.{' '}
      {refusal ?? (
        <>
          Applying also creates {countedWords(also.count, creates.one, creates.many)}: {also.names.join(', ')}
          {more > 0 && ` and ${more.toLocaleString('en-US')} more`}. Undo takes {also.count === 1 ? 'it' : 'them'} back.
        </>
      )}
    </Notice>
  );
}
