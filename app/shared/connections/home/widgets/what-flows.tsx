import { drawFlow } from '../../../../ui/blocks/draw-flow.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { Sparkline } from '../../../../ui/blocks/sparkline.tsx';
import type { ChannelFlow } from '../flow.ts';
import classes from './what-flows.module.css';

/** Orders that came and orders that were confirmed in the last day: how many an hour, how many in all, and by the hour. */
export const WhatFlows = ({ flow }: { flow: Pick<ChannelFlow, 'arrived' | 'confirmed'> }) => (
  <Section title="What flows">
    <ShortTable>
      <thead>
        <tr>
          <th scope="col">Last 24 hours</th>
          <th scope="col" className={classes.rate}>
            Rate
          </th>
          <th scope="col" data-figure>
            In all
          </th>
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
  const { rate, ...drawing } = drawFlow(label, hours);
  return (
    <tr>
      <th scope="row">{label}</th>
      <td className={`figure ${classes.rate}`}>{rate}</td>
      <td className="figure" data-figure>
        {hours.reduce((sum, n) => sum + n, 0).toLocaleString('en-US')}
      </td>
      <td>
        <Sparkline {...drawing} />
      </td>
    </tr>
  );
}
