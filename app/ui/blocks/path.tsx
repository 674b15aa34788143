import { useClock } from '../time/clock.tsx';
import { writeDay, writeExact, writeTimeOfDay } from '../time/write-time.ts';
import { KeptRoom } from './kept-room.tsx';
import classes from './path.module.css';

/**
 * `here`: the current step; `stopped`: the current step, blocked by an issue; `held`: the current step, on hold;
 * `ended`: the step that a cancelled record did not take; `passed`: done elsewhere, at an unknown time.
 */
export type StepState = 'done' | 'passed' | 'here' | 'held' | 'stopped' | 'ended' | 'ahead';
export type PathStep = { key: string; name: string; state: StepState; at: Date | string | null };

/**
 * The steps of a record as one line, with the current one. Below them is the place of what it waits for, also while that is nothing, until
 * the record has come to its end.
 */
export function Path({ steps, label, waits }: { steps: readonly PathStep[]; label: string; waits: React.ReactNode }) {
  const stands = steps.find(({ state }) => ['here', 'held', 'stopped', 'ended'].includes(state));
  const goesOn = stands !== undefined && stands.state !== 'ended';
  return (
    <section className={classes.path} aria-label={label}>
      <ol className={classes.steps} style={{ '--lengths': steps.length - 1 } as React.CSSProperties}>
        {steps.map((step) => (
          <li key={step.key} className={classes.step} data-state={step.state} aria-current={step === stands ? 'step' : undefined}>
            <span className={classes.dot} aria-hidden />
            <span className={classes.name}>{step.name}</span>
            <StepTime step={step} />
          </li>
        ))}
      </ol>
      <KeptRoom>
        {(goesOn || waits) && (
          <div className={classes.waits} data-state={stands?.state}>
            {waits}
          </div>
        )}
      </KeptRoom>
    </section>
  );
}

/** The time of day, with the date when it is not today. */
function StepTime({ step: { at, state } }: { step: PathStep }) {
  const clock = useClock();
  if (!at) return <span className={classes.time}>{state === 'passed' ? 'elsewhere' : '\u00a0'}</span>;
  const time = new Date(at);
  const day = writeDay(time, clock);
  return (
    <time
      className={classes.time}
      dateTime={time.toISOString()}
      onPointerEnter={({ currentTarget }) => {
        currentTarget.title = writeExact(time, clock);
      }}
    >
      {day === writeDay(new Date(clock.now), clock) ? writeTimeOfDay(time, clock) : day}
    </time>
  );
}
