import { Box } from '@mantine/core';
import { CopyText } from '../ui/copy-text.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { ItemPicture } from '../ui/picture/item-picture.tsx';
import { ChangeImage } from './change-image.tsx';
import type { FoundItem, ShownPicture } from './contract.ts';
import { type Kind, kinds } from './kinds.ts';

type Item = Pick<FoundItem, 'id' | 'sku' | 'name'> & ShownPicture;

/** An item's picture, name and SKU. */
export function RecordHeader({ kind, item }: { kind: Kind; item: Item }) {
  const { name, sku, image_url } = item;
  return (
    <Box mb={20}>
      <PageHeader
        back={{ to: kinds[kind].path, label: kinds[kind].title }}
        picture={<ItemPicture address={image_url} size={72} />}
        title={name || sku}
        beside={<CopyText text={sku} />}
        actions={<ChangeImage kind={kind} item={item} />}
      />
    </Box>
  );
}
