import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import type { ChannelFlow } from '../flow.ts';
import { Sparkline } from './sparkline.tsx';

/** Orders that came and orders that were confirmed in the last day: how many an hour, how many in all, and by the hour. */
export const WhatFlows = ({ flow }: { flow: ChannelFlow }) => (
  <Section title="What flows">
    <ShortTable>
      <thead>
        <tr>
          <th scope="col">Last 24 hours</th>
          <th scope="col">An hour</th>
          <th scope="col">In all</th>
          <th scope="col">By the hour</th>
        </tr>
      </thead>
      <tbody>
        <Row label="Orders in" hours={flow.arrived} />
        <Row label="Orders confirmed" hours={flow.confirmed} />
      </tbody>
    </ShortTable>
  </Section>
);

function Row({ label, hours }: { label: string; hours: readonly number[] }) {
  const total = hours.reduce((sum, n) => sum + n, 0);
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className="figure">{anHour(total / hours.length)}</td>
      <td className="figure">{total.toLocaleString('en-US')}</td>
      <td>
        <Sparkline label={`${label} by the hour`} values={hours} />
      </td>
    </tr>
  );
}

/** Whole from ten on, else with one figure behind the point. */
const anHour = (mean: number) => (mean >= 10 ? Math.round(mean) : Math.round(mean * 10) / 10).toLocaleString('en-US');
