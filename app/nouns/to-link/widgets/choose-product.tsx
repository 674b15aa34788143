import { usePanelData } from '../../../shared/issues/remedy/use-panel-data.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { LinkProduct } from '../../links/linking/link-product.tsx';
import { readHints } from '../../remedies/hints.ts';
import type { SteadyRow } from './steady-rows.ts';
import classes from './to-link.module.css';
import type { Accepting } from './use-accepting.ts';

/** The products that a SKU may mean, below its row: arrows choose, Enter links and goes on, Esc closes. */
export function ChooseProduct({ sku, accepting }: { sku: SteadyRow; accepting: Accepting }) {
  const { connection_id, slug, sku: subject } = sku;
  const issue = { type: 'unmapped_sku', connection_id, slug, subject, sentence: '' } as const;
  const close = () => accepting.close(sku);
  const { data: hints } = usePanelData(issue, readHints, true, close);
  return (
    <div className={classes.choose}>
      {hints ? (
        <LinkProduct issue={issue} hints={hints} onClose={close} onDone={(saved) => accepting.goOn(sku, saved)} />
      ) : (
        <Skeleton rows={4} />
      )}
    </div>
  );
}
