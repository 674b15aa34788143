import { Box, Flex } from '@mantine/core';
import { Facts } from '../../../../../ui/blocks/facts.tsx';
import { Dialog } from '../../../../../ui/dialog/dialog.tsx';
import { ItemPicture } from '../../../../../ui/picture/item-picture.tsx';
import { CopyText } from '../../../../../ui/text/copy-text.tsx';
import { type Order, priceOf } from '../order.ts';
import { Amount } from './line-table.tsx';

type Props = { line: Order['lines'][number]; order: Order; onClose: () => void };

/** All details of a line. */
export default function LineDetails({ line, order, onClose }: Props) {
  const { name, sku, upc, location, mapped_sku_js, mapped_name, quantity, source_quantity, quantity_shipped, quantity_available } = line;
  return (
    <Dialog title={name || sku || 'Line without a name'} size={480} onClose={onClose}>
      <Flex gap={16} align="start" direction={{ base: 'column', xs: 'row' }}>
        <ItemPicture address={line.imageUrl} size={72} />
        <Box flex={1} w="100%" miw={0}>
          <Facts
            facts={[
              { label: 'Name', value: name || none },
              { label: 'SKU', value: sku ? <CopyText text={sku} /> : none },
              { label: 'UPC', value: upc ? <CopyText text={upc} /> : none },
              { label: 'Location', value: location || none },
              {
                label: 'Warehouse SKU',
                value: mapped_sku_js ? <CopyText text={mapped_sku_js} /> : <span className="lacking">not linked</span>,
              },
              { label: 'Warehouse Name', value: mapped_name || none },
              { label: 'Qty', value: quantity.toLocaleString('en-US') },
              line.units_per_sale > 1 && { label: 'Units per sale', value: line.units_per_sale.toLocaleString('en-US') },
              source_quantity !== null && { label: `Qty at ${order.source_name}`, value: source_quantity.toLocaleString('en-US') },
              { label: 'Shipped', value: quantity_shipped.toLocaleString('en-US') },
              { label: 'Stock', value: quantity_available === null ? none : quantity_available.toLocaleString('en-US') },
              { label: 'Price', value: <Amount amount={priceOf(line)} currency={order.currency} /> },
            ]}
          />
        </Box>
      </Flex>
    </Dialog>
  );
}

const none = '–';
