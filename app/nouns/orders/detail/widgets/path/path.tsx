import { useClock } from '../../../../../ui/time/clock.tsx';
import { writeDay, writeExact, writeTimeOfDay } from '../../../../../ui/time/write-time.ts';
import type { Order } from '../order.ts';
import classes from './path.module.css';
import { type Step, type StepKey, stepsOf } from './steps.ts';

/** The order's steps as one line, with the current step and what it waits for. */
export function OrderPath({ order }: { order: Order }) {
  const steps = stepsOf(order);
  const stands = steps.find(({ state }) => ['here', 'held', 'stopped', 'ended'].includes(state));
  return (
    <section className={classes.path} aria-label="The way of this order">
      <ol className={classes.steps}>
        {steps.map((step) => (
          <li key={step.key} className={classes.step} data-state={step.state} aria-current={step === stands ? 'step' : undefined}>
            <span className={classes.dot} aria-hidden />
            <span className={classes.name}>{names[step.key]}</span>
            <StepTime step={step} />
          </li>
        ))}
      </ol>
      {order.waits_for && (
        <p className={classes.waits} data-state={stands?.state}>
          {order.waits_for}
        </p>
      )}
    </section>
  );
}

/** The time of day, with the date when it is not today. */
function StepTime({ step: { at, state } }: { step: Step }) {
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

const names: Record<StepKey, string> = {
  arrived: 'Arrived',
  checked: 'Checked',
  sent: 'Sent',
  packed: 'Packed',
  shipped: 'Shipped',
  confirmed: 'Confirmed',
};
