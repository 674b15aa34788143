import { useState } from 'react';
import { useClock } from '../../../../ui/time/clock.tsx';
import { writeCalendarDay, writeShortDay } from '../../../../ui/time/write-time.ts';
import { countedWords } from '../../../../ui/words/counted-words.ts';
import type { ChartShape, Column } from '../../graphs/chart-shape.ts';
import { stepsUpTo } from '../../graphs/steps.ts';
import classes from './column-plot.module.css';
import { Swatch, seriesFill } from './series.tsx';

/** The columns with their axes, and the figures of the day that is pointed at. In parts of a hundred: nothing is measured to draw it. */
export default function ColumnPlot({ shape: { columns, series } }: { shape: ChartShape }) {
  const { dateStyle } = useClock();
  const [pointed, setPointed] = useState<number | null>(null);
  const steps = stepsUpTo(Math.max(0, ...columns.map(({ total }) => total)));
  const highest = steps.at(-1) ?? 1;
  return (
    <div className={classes.plot}>
      <div className={classes.steps}>
        {steps.map((step) => (
          <span key={step} style={{ bottom: inPart(step, highest) }}>
            {writeCount(step)}
          </span>
        ))}
      </div>
      <div className={classes.columns} onPointerLeave={() => setPointed(null)}>
        {steps.map((step) => (
          <hr key={step} style={{ bottom: inPart(step, highest) }} />
        ))}
        {columns.map((column, at) => (
          <div key={column.date} className={classes.day} onPointerEnter={() => setPointed(at)}>
            <Parts column={column} highest={highest} />
            {pointed === at && (
              <div className={classes.pointed} data-before={at > columns.length / 2 || undefined}>
                <p>
                  {writeCalendarDay(column.date, dateStyle)} · {countedWords(column.total, 'order')}
                </p>
                <ul>
                  {series.map(({ name, label }, part) => (
                    <li key={name}>
                      <Swatch series={part} />
                      <span>{label}</span>
                      <span>{writeCount(column.parts[part] ?? 0)}</span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        ))}
      </div>
      <div className={classes.days}>
        {columns.map(({ date }) => (
          <span key={date}>{writeShortDay(date, dateStyle)}</span>
        ))}
      </div>
    </div>
  );
}

/** What each series has of a day, from the axis upwards, and their sum above. */
function Parts({ column: { parts, total }, highest }: { column: Column; highest: number }) {
  return (
    <div className={classes.column} style={{ height: inPart(total, highest) }}>
      {total > 0 && <span className={classes.sum}>{writeCount(total)}</span>}
      {parts.map((part, at) => part > 0 && <Part key={seriesFill(at)} fill={seriesFill(at)} height={inPart(part, total)} />)}
    </div>
  );
}

const Part = ({ fill, height }: { fill: string; height: string }) => (
  <svg width="100%" style={{ height }} aria-hidden>
    <rect width="100%" height="100%" fill={fill} />
  </svg>
);

const inPart = (count: number, of: number) => `${(count / of) * 100}%`;
const writeCount = (count: number) => count.toLocaleString('en-US');
