import { OpenButton } from '../../../../../ui/dialog/open-button.tsx';
import type { Order } from '../../../detail/widgets/order.ts';
import type { EditSession } from '../session.ts';
import { MapSku } from './map-sku.tsx';

type Props = { line: Order['lines'][number]; order: Order; session: EditSession };

export const MapSkuButton = ({ line, order, session }: Props) => (
  <OpenButton
    size="xs"
    aria-label={`Link product: ${line.sku || line.name}`}
    dialog={(close) => <MapSku line={line} order={order} session={session} onClose={close} />}
  >
    Link product
  </OpenButton>
);
