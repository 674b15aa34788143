import { issueLabel } from '../../../shared/issues/issue.ts';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { writeFileSize } from '../../../ui/words/file-size.ts';
import type { AccountStatus } from '../status/contract.ts';

/** What waits for a person in an account, and what it stores. */
export function WhatItHolds({ storage, issues }: Pick<AccountStatus, 'storage' | 'issues'>) {
  const { orders, orderBytes, files, fileBytes } = storage;
  return (
    <>
      <Section title="Open issues" count={issues.reduce((sum, { n }) => sum + n, 0)}>
        {issues.length === 0 ? (
          <p className="soft">Nothing waits for a person.</p>
        ) : (
          <Facts facts={issues.map(({ type, n }) => ({ label: issueLabel(type), value: n.toLocaleString('en-US') }))} />
        )}
      </Section>
      <Section title="Stored">
        <Facts
          facts={[
            {
              label: 'Orders',
              value: `${orders.toLocaleString('en-US')}${orderBytes === null ? '' : `, about ${writeFileSize(orderBytes)}`}`,
            },
            { label: 'Files', value: `${files.toLocaleString('en-US')}, ${writeFileSize(fileBytes)}` },
          ]}
        />
      </Section>
    </>
  );
}
