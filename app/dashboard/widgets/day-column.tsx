import type { ChartShape, Column } from '../chart-shape.ts';
import { writeFullDay, writeShortDay } from '../days.ts';
import classes from './day-column.module.css';
import colours from './series.module.css';
import { Swatch } from './swatch.tsx';

/** A day of the chart: its connectors one on another, their sum above, and the figures beside it where it is pointed at. */
export function DayColumn({ column: { date, total, parts }, shape: { series, ticks } }: { column: Column; shape: ChartShape }) {
  const top = ticks.at(-1) ?? 1;
  return (
    <div className={classes.column}>
      <div className={classes.stack} style={{ height: `${(total / top) * 100}%` }}>
        {total > 0 && <span className={classes.sum}>{total.toLocaleString('en-US')}</span>}
        {parts.map(
          (part, at) =>
            part > 0 && (
              <span key={series[at]?.name} className={`${colours.series} ${classes.part}`} data-series={at} style={{ flexGrow: part }} />
            ),
        )}
      </div>
      <DayLabel date={date} />
      <div className={classes.tip}>
        <strong>{writeFullDay(date)}</strong>
        {series.map(({ name, label }, at) => (
          <span key={name}>
            <Swatch series={at} />
            {label}
            <b>{parts[at]?.toLocaleString('en-US')}</b>
          </span>
        ))}
        {series.length !== 1 && (
          <span>
            Total <b>{total.toLocaleString('en-US')}</b>
          </span>
        )}
      </div>
    </div>
  );
}

/** On a phone only the first day names its month. */
function DayLabel({ date }: { date: string }) {
  const [month, day] = writeShortDay(date).split(' ');
  return (
    <span className={classes.day}>
      <span>{month} </span>
      {day}
    </span>
  );
}
