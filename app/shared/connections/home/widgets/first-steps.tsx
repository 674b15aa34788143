import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconCircleDot } from '@tabler/icons-react';
import { href } from 'react-router';
import { Section } from '../../../../ui/blocks/section.tsx';
import { RowLink } from '../../../../ui/buttons/row-button.tsx';
import type { Step, StepKey } from '../steps.ts';
import classes from './first-steps.module.css';

/** Leads whoever connected a channel through what is missing, in order, until its first order is confirmed. */
export function FirstSteps({ slug, steps }: { slug: string; steps: readonly Step[] }) {
  const next = steps.find(({ done }) => !done)?.key;
  return (
    <Section title="Until the first order flows">
      <ol className={classes.steps}>
        {steps.map(({ key, title, done, hint }) => (
          <li key={key} className={classes.step} aria-current={key === next ? 'step' : undefined}>
            <Icon done={done} next={key === next} />
            <div className={classes.body}>
              <span>
                {title}
                {done && <VisuallyHidden> (done)</VisuallyHidden>}
                {key === next && <span className={classes.hint}>{hint}</span>}
              </span>
              {key === next && <Go step={key} slug={slug} />}
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Icon({ done, next }: { done: boolean; next: boolean }) {
  if (done) return <IconCircleCheckFilled size={18} color="var(--green)" aria-hidden />;
  return next ? (
    <IconCircleDot size={18} color="var(--accent-text)" aria-hidden />
  ) : (
    <IconCircle size={18} color="var(--text-faint)" aria-hidden />
  );
}

function Go({ step, slug: name }: { step: StepKey; slug: string }) {
  if (step === 'warehouse') return <RowLink to={href('/settings/connectors')}>Connect it</RowLink>;
  if (step === 'products') return <RowLink to={href('/settings/connectors/:name/products', { name })}>Link products</RowLink>;
  if (step === 'shipping')
    return <RowLink to={href('/settings/connectors/:name/shipping-options', { name })}>Map shipping options</RowLink>;
  return step === 'arrived' ? null : <RowLink to={`${href('/orders')}?${new URLSearchParams({ source: name })}`}>See its orders</RowLink>;
}
