import { Section } from '../../../ui/blocks/section.tsx';
import { RunningReport } from '../imports/aliases/running-report.tsx';
import { AliasesForm } from '../imports/aliases-form.tsx';
import { LinksPanel } from '../imports/pages/links-panel.tsx';
import type { Files } from '../read-files.ts';
import { LinksExport } from './links-export.tsx';
import { OlderExports } from './older-exports.tsx';
import { PastItemsExports } from './past-items-exports.tsx';

/** What the SKUs of channels are in the warehouse, as files that can be read back, and the listing reports of channels. */
export function LinksFiles({ files: { channels, past, exports, hasOlder } }: { files: Files<'links'> }) {
  const reports = past.filter((each) => each.listing_report_by && each.state === 'applying');
  const running = exports.some(({ state }) => state === 'running');
  return (
    <>
      <Section title="Links of channels">
        <LinksPanel channels={channels} past={past} toExport={(slug) => <LinksExport slug={slug} running={running} />} />
      </Section>
      <Section title="Past exports of links" {...(!hasOlder && { count: exports.length })}>
        <PastItemsExports exports={exports} label="Past exports of links" />
        <OlderExports hasOlder={hasOlder} />
      </Section>
      <Section title="Import aliases">
        <AliasesForm channels={channels} running={reports.map(({ file_name }) => file_name)} />
        {reports.map((each) => (
          <RunningReport key={each.id} shown={each} />
        ))}
      </Section>
    </>
  );
}
