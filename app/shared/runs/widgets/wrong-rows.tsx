import { href, Link } from 'react-router';
import { countedWords } from '../../../ui/words/counted-words.ts';
import type { FileOfRun } from '../contract.ts';

type Props = { failed: number; file: FileOfRun };

/** How many rows of an imported file were wrong, which its run does not list, and where they are to be had. */
export function WrongRows({ failed, file: { id, wrong_rows: wrong } }: Props) {
  return (
    <p>
      {countedWords(failed, 'row of the file was', 'rows of the file were')} wrong and left out.{' '}
      {wrong === 0 ? (
        'Their file is no longer kept.'
      ) : (
        <>
          <Link to={href('/imports/:id', { id: String(id) })}>See what is wrong</Link> ·{' '}
          <a href={`/api/imports/${id}/wrong-rows`} download>
            Download the {countedWords(wrong, 'wrong row', 'wrong rows')}
          </a>
        </>
      )}
    </p>
  );
}
