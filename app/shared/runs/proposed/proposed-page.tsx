import { Stack } from '@mantine/core';
import { href, redirect, useNavigate } from 'react-router';
import { page } from '../../../../platform/http/page.ts';
import { nouns } from '../../../base/nouns.ts';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { PageHeader } from '../../../ui/blocks/page-header.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../ui/hooks/use-save.ts';
import { KeysetPagination } from '../../../ui/list/pages/pagination.tsx';
import { useLiveReload } from '../../../ui/live/use-live.ts';
import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { ExactTime } from '../../../ui/time/relative-time.tsx';
import { listOutcomes } from '../queries.ts';
import { Outcomes } from '../widgets/outcomes.tsx';
import { placeIn } from '../working/place-in.ts';
import type { Route } from './+types/proposed-page.ts';
import { confirmRunCall, declineRunCall } from './contract.ts';
import { readProposal } from './queries.ts';

const mostShown = 200;

export const loader = page('work', async ({ tenant, id, search }) => {
  const proposal = await readProposal(tenant, id);
  // It was decided about.
  if (!proposal) throw redirect(href('/activity/:id', { id: String(id) }));
  const after = placeIn(search);
  const outcomes = await listOutcomes(tenant, id, after);
  const next = outcomes.length === mostShown ? String(outcomes.at(-1)?.id) : null;
  return { proposal, outcomes, after: after ? String(after) : null, next };
});

/** What an agent prepared, record by record: a person starts it or declines it. */
export default function ProposedPage({ loaderData: { proposal, outcomes, after, next } }: Route.ComponentProps) {
  const { id, subject, total, terms, warning, proposed_by, started_at } = proposal;
  const save = useSave();
  const navigate = useNavigate();
  const params = { id };
  const leave = () => navigate(href('/activity/:id', { id: String(id) }));
  useLiveReload(['runs']);
  return (
    <>
      <PageHeader
        back={{ to: href('/activity'), label: 'Activity' }}
        title={subject.charAt(0).toUpperCase() + subject.slice(1)}
        beside={<StatusBadge status="waiting" label="Waits for a person" pill />}
        actions={
          <FormButtons>
            <SubmitButton variant="default" run={() => save(declineRunCall, { params }, leave)}>
              Decline
            </SubmitButton>
            <SubmitButton run={() => save(confirmRunCall, { params }, leave)}>Start</SubmitButton>
          </FormButtons>
        }
      />
      <Stack gap="lg">
        {warning && <Notice tone="warning">{warning}</Notice>}
        <Facts
          wide
          facts={[
            { label: 'In all', value: (total ?? 0).toLocaleString('en-US') },
            { label: 'Prepared by', value: proposed_by && <span title={proposed_by}>{programInShort(proposed_by)}</span> },
            { label: 'Prepared', value: <ExactTime at={started_at} /> },
            terms?.reason !== undefined && { label: 'Why', value: terms.reason, long: true },
            terms?.until !== undefined && { label: 'Until', value: terms.until },
          ]}
        />
        <Section title={`Each ${nouns[proposal.entity as keyof typeof nouns]?.one ?? 'record'}`}>
          <Outcomes outcomes={outcomes} run={{ kind: 'bulk', state: 'done', done: 0, skipped: 0, failed: 0 }} />
          <KeysetPagination after={after} next={next} />
        </Section>
      </Stack>
    </>
  );
}

const usedBy = ', used by ';

/** A program that gave no name stands there with its whole user agent: `Robot, used by python-httpx/0.27 (…) …` is by python-httpx. */
function programInShort(calledBy: string): string {
  const [key = '', agent = ''] = splitAt(calledBy, calledBy.indexOf(usedBy) + usedBy.length);
  const [program = ''] = splitAt(agent, agent.indexOf('/'));
  if (!key.endsWith(usedBy) || !/^\S+$/.test(program)) return calledBy;
  return key + (program === 'Mozilla' ? 'a browser' : program);
}

const splitAt = (text: string, at: number) => (at < 0 ? [] : [text.slice(0, at), text.slice(at)]);
