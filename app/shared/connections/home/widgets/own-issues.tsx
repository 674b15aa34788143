import { Stack } from '@mantine/core';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { WholeNumbers } from '../../../../ui/text/whole-numbers.tsx';
import { RemedyButton } from '../../../issues/remedy/remedy-button.tsx';
import type { OwnIssue } from '../contract.ts';

type Props = { connection: { id: number; slug: string }; issues: readonly OwnIssue[] };

/** What is open about a connection itself, each with its remedy; nothing while nothing is. */
export function OwnIssues({ connection: { id, slug }, issues }: Props) {
  if (issues.length === 0) return null;
  return (
    <Stack gap={8}>
      {issues.map((issue) => (
        <Notice
          key={`${issue.type} ${issue.subject}`}
          tone="warning"
          actions={<RemedyButton issue={{ ...issue, connection_id: id, slug }} />}
        >
          <WholeNumbers text={issue.sentence} />
        </Notice>
      ))}
    </Stack>
  );
}
