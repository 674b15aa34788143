import { Button, Text } from '@mantine/core';
import { memo } from 'react';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { Columns, Section } from '../../../../ui/blocks/section.tsx';
import { drawnByContent } from '../../../../ui/live/drawn-by-content.ts';
import { useClock } from '../../../../ui/time/clock.tsx';
import { zoneAbbreviation } from '../../../../ui/time/write-time.ts';
import { countDays, type Days, writeDays } from '../../graphs/days.ts';
import { OrdersChart } from '../graphs/orders-chart.tsx';
import type { FirstFigures } from '../graphs/read-figures.ts';
import { useGraphs } from '../graphs/use-graphs.ts';
import { useOwnDays } from '../graphs/use-own-days.ts';
import { AgeingTable } from './ageing-table.tsx';
import { StatusCounters } from './status-counters.tsx';

/** The figures of the last days: counters, chart and ageing table, with live updates. */
export function Figures({ days: loaded, zone: told, first }: { days: Days; zone: string; first: FirstFigures }) {
  const { days, zone } = useOwnDays(loaded, told);
  const { Reads, onRead, figures } = useGraphs();
  const { counters = first.counters, chart, failed, outdated, readAgain } = figures;
  const again = (
    <Button size="xs" variant="default" onClick={readAgain}>
      Try again
    </Button>
  );
  return (
    <>
      {Reads && <Reads days={days} read={loaded} onRead={onRead} />}
      <Section title="Orders" actions={<Range days={days} zone={zone} />}>
        {outdated && (
          <Notice tone="warning" actions={again}>
            These figures could not be refreshed, so they may be out of date.
          </Notice>
        )}
        <Counters counted={counters} />
      </Section>
      <Columns
        side={
          <Section title="All Orders Aging Summary">
            <Ageing ageing={first.ageing} />
          </Section>
        }
      >
        <Section title="Imported orders">
          <Chart history={chart} failed={failed} onRetry={readAgain} />
        </Section>
      </Columns>
    </>
  );
}

/** Each is drawn anew with its own figures alone. */
const [Counters, Ageing, Chart] = [drawnByContent(StatusCounters), drawnByContent(AgeingTable), memo(OrdersChart)];

/** The days that the figures cover; they follow the calendar and cannot be chosen. */
function Range({ days, zone }: { days: Days; zone: string }) {
  const { now, dateStyle } = useClock();
  return (
    <Text size="sm" c="dimmed" className="figure">
      <span className="faint">Last {countDays(days)} days</span> {writeDays(days, dateStyle)} ({zoneAbbreviation(zone, now)})
    </Text>
  );
}
