import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import type { ImportCause } from '../../../../shared/imports/contract.ts';
import { ofColumn } from '../../../../shared/imports/of-column.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { ShownImport } from '../shown-import.ts';
import classes from './causes.module.css';
import { Cure } from './cure.tsx';

type Titles = Readonly<Record<string, string>>;
/** `cured`: those that a choice has mended. */
type Props = { shown: ShownImport; titles: Titles; chosen: number | undefined; cured?: readonly ImportCause[] };

/** What is wrong, each cause once with how many rows it concerns and what mends it. A click shows its rows alone. */
export function Causes({ shown, titles, chosen, cured = [] }: Props) {
  const { causes, creates, wrong } = shown;
  if (causes.length + cured.length === 0) return null;
  return (
    <section aria-label="What is wrong">
      <ul className={classes.causes}>
        {cured.map((each) => (
          <li key={each.cause} className={classes.cause}>
            <span className={`${classes.count} soft`} aria-hidden>
              {write(each.rows)}
            </span>
            <div className={classes.words}>
              <span className="soft">{inWords(each, titles)}</span>
              <Details of={each} creates={creates} />
            </div>
            <span className="soft">Mended</span>
          </li>
        ))}
        {causes.map((each) => (
          <li key={each.cause} className={classes.cause} data-chosen={each.cause === chosen || undefined}>
            <span className={classes.count} aria-hidden>
              {write(each.rows)}
            </span>
            <div className={classes.words}>
              <Link
                to={each.cause === chosen ? '?code=w' : `?code=w&cause=${each.cause}`}
                className={classes.name}
                aria-current={each.cause === chosen ? 'true' : undefined}
                preventScrollReset
              >
                {inWords(each, titles)}
                <VisuallyHidden>, {countedWords(each.rows, 'row', 'rows')}</VisuallyHidden>
              </Link>
              <Details of={each} creates={creates} />
            </div>
            <Cure shown={shown} of={each} />
          </li>
        ))}
      </ul>
      {chosen !== undefined && (
        <p className={classes.filtered}>
          Only the rows of one cause are shown.{' '}
          <Link to="?code=w" preventScrollReset>
            Show all {write(wrong)}
          </Link>
        </p>
      )}
    </section>
  );
}

const inWords = ({ column, problem }: ImportCause, titles: Titles) =>
  column === '' ? `Row: ${problem}` : ofColumn(titles[column] ?? column, problem);

/** Which values are wrong, and what they should be. */
function Details({ of: { examples, values, expected, cure }, creates }: { of: ImportCause; creates: ShownImport['creates'] }) {
  const more = values - examples.length;
  const what = cure && creates ? countedWords(values, creates.one, creates.many) : values > examples.length && `${write(values)} values`;
  return (
    <span className={classes.details}>
      {examples.length > 0 && (
        <span>
          {what && `${what}: `}
          {examples.map((value, at) => (
            <span key={value}>
              {at > 0 && ', '}
              <span className="mono">{value}</span>
            </span>
          ))}
          {more > 0 && ` and ${write(more)} more`}
        </span>
      )}
      {expected !== null && !cure && <span>Should be {expected}</span>}
    </span>
  );
}

const write = (count: number) => count.toLocaleString('en-US');
