import { Notice } from '../../../ui/blocks/notice.tsx';

/** Why an account may be slow, a sentence each; or that nothing holds it up. */
export const WhySlow = ({ reasons }: { reasons: readonly string[] }) => (
  <section aria-label="Why it may be slow" style={{ display: 'grid', gap: 8, marginBottom: 24 }}>
    {reasons.length === 0 ? (
      <Notice>Nothing holds it up: what is due is read and sent on time.</Notice>
    ) : (
      reasons.map((reason) => (
        <Notice key={reason} tone="warning">
          {reason}
        </Notice>
      ))
    )}
  </section>
);
