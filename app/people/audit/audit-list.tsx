import { auditVerbs } from '../../../platform/audit-verbs.ts';
import { theKey } from '../../base/changes/agent-named.ts';
import type { Filter, List } from '../../ui/list/declaration.ts';
import { WholeNumbers } from '../../ui/text/whole-numbers.tsx';
import { useClock } from '../../ui/time/clock.tsx';
import { RelativeTime } from '../../ui/time/relative-time.tsx';
import classes from './audit-list.module.css';
import type { AuditEntry } from './contract.ts';
import { changesIn, sentenceOf } from './entry.ts';

type Choices = { people: readonly { id: number; name: string }[]; nouns: readonly string[] };

export const auditFilters = ({ people, nouns }: Choices): Filter[] => [
  { kind: 'search', key: 'search', label: 'Search by name', placeholder: 'Order, SKU, person…' },
  { kind: 'choice', key: 'who', label: 'Person', open: true, options: people.map(({ id, name }) => ({ value: String(id), label: name })) },
  { kind: 'choice', key: 'noun', label: 'What', open: true, options: nouns.map((noun) => ({ value: noun, label: noun })) },
  { kind: 'choice', key: 'verb', label: 'Did', options: auditVerbs.map((verb) => ({ value: verb, label: verb })), extra: true },
  {
    kind: 'choice',
    key: 'acting',
    label: 'Done by',
    options: [
      { value: 'no', label: 'People of this account' },
      { value: 'yes', label: 'Crossdock, acting as this account' },
    ],
  },
  { kind: 'days', key: 'start_at', endKey: 'end_at', label: 'Date' },
];

/** The entries of the audit, each with what it changed below. */
export const auditList: List<AuditEntry> = {
  noun: { one: 'entry', many: 'entries' },
  rowKey: ({ id }) => id,
  rowName: sentenceOf,
  columns: [
    { key: 'who', title: 'Who', cell: (entry) => <Who entry={entry} />, width: 180, card: 'text', wraps: true },
    {
      ...{ key: 'what', title: 'What', wraps: true, card: 'title' },
      cell: (entry) => (
        <>
          <span className={classes.sentence}>
            <WholeNumbers text={sentenceOf(entry)} />
          </span>
          <Changes entry={entry} />
        </>
      ),
    },
    { key: 'address', title: 'From', cell: ({ address }) => address ?? '–', width: 150, hideBelow: 'md' },
    { key: 'at', title: 'When', cell: ({ at }) => <RelativeTime at={at} />, width: 120, align: 'right', card: 'meta' },
  ],
};

function Who({ entry: { who, acting_as, key_name } }: { entry: AuditEntry }) {
  if (who === null) return <span className="faint">automatic</span>;
  return (
    <>
      {who} {acting_as && <span className="soft">of Crossdock</span>}
      {key_name !== null && <span className="soft">by {theKey(key_name)}</span>}
    </>
  );
}

function Changes({ entry }: { entry: AuditEntry }) {
  const changes = changesIn(entry, useClock());
  if (changes.length === 0) return null;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, from, to }) => (
        <div key={field}>
          <dt>{field}</dt>
          <dd>
            {from !== null && (
              <>
                from <s>{from}</s>{' '}
              </>
            )}
            {from !== null && to !== null && 'to '}
            {to !== null && <span>{to}</span>}
            {from !== null && to === null && 'to nothing'}
          </dd>
        </div>
      ))}
    </dl>
  );
}
