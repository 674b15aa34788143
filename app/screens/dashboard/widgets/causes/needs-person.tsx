import { Group as Line, Text } from '@mantine/core';
import { Link } from 'react-router';
import { suggestedAddress } from '../../../../nouns/order-flow/contract/filter.ts';
import { issueLabel } from '../../../../shared/issues/issue.ts';
import { recordOfSubject } from '../../../../shared/issues/types/connections.ts';
import { NewerPill } from '../../../../ui/buttons/newer-pill.tsx';
import { drawnByContent } from '../../../../ui/live/drawn-by-content.ts';
import { glide } from '../../../../ui/live/glide.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import { CauseRow } from './cause-row.tsx';
import { ordersWith, purchasesWith } from './lists-of.ts';
import { MoreCauses } from './more-causes.tsx';
import classes from './needs-person.module.css';
import { causeKey, type ListedGroup, type SteadyGroup } from './steady.ts';
import { DecideUnreadable } from './unreadable-button.tsx';
import { useCauseKeys } from './use-cause-keys.ts';
import { useSteady } from './use-steady.ts';

/** One row per issue type, the most urgent first; below it its causes, the oldest first, each with its remedy. */
export function NeedsPerson({ groups: fresh }: { groups: readonly ListedGroup[] }) {
  const { groups, more, showAll, place } = useSteady(fresh);
  useCauseKeys(place);
  if (groups.length === 0) return null;
  const show = () => {
    showAll();
    place.current?.focus();
  };
  return (
    <div ref={place} tabIndex={-1} className={classes.place}>
      <NewerPill count={more} words={`${more.toLocaleString('en-US')} new`} show={show} />
      <ul ref={glide} className={classes.groups}>
        {groups.map((group) => (
          <Issues key={group.type} group={group} />
        ))}
      </ul>
    </div>
  );
}

function Group({ group }: { group: SteadyGroup }) {
  const { type, orders, purchase_orders, oldest_at, causes, suggested, headline, isGone } = group;
  return (
    <li className={classes.group}>
      <Line align="baseline" gap="2px 12px" mih={28} fz="sm">
        <h2>{isGone ? issueLabel(type) : headline}</h2>
        {orders !== 0 && <Link to={ordersWith(type)}>{waitWords(orders, 'order', 'Orders wait')}</Link>}
        {purchase_orders !== 0 && (
          <Link to={purchasesWith(type)}>{waitWords(purchase_orders, 'purchase order', 'Purchase orders wait')}</Link>
        )}
        {type === 'unreadable' && causes.filter(({ subject }) => recordOfSubject(subject) !== null).length > 1 && <DecideUnreadable />}
        <Text span size="xs" c="var(--text-faint)" ml="auto">
          oldest <RelativeTime at={oldest_at} />
        </Text>
      </Line>
      <ul ref={glide} className={classes.causes}>
        {causes.map((cause) => (
          <Row key={causeKey(cause)} type={type} cause={cause} />
        ))}
      </ul>
      {suggested > 0 && !isGone && (
        <Text component={Link} to={ordersWith(suggestedAddress)} display="inline-block" size="sm" p="6px 0 4px 25px">
          {countedWords(suggested, 'address has', 'addresses have')} a suggestion: look at {suggested === 1 ? 'it' : 'them together'}
        </Text>
      )}
      <MoreCauses group={group} />
    </li>
  );
}

const [Issues, Row] = [drawnByContent(Group), drawnByContent(CauseRow)];

/** Leaves the number out where there are too many to count. */
const waitWords = (count: number | null, one: string, uncounted: string) =>
  count === null ? uncounted : `${countedWords(count, one)} ${count === 1 ? 'waits' : 'wait'}`;
