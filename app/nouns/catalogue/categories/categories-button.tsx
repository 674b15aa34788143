import { Button } from '@mantine/core';
import { useState } from 'react';
import { ahead } from '../../../ui/hooks/drawn.ts';
import { lazily } from '../../../ui/lazily.tsx';
import type { Kind } from '../kinds.ts';

const load = () => import('./edit-categories.tsx');
const EditCategories = lazily(load);
const prepare = ahead(load);

/** Opens the categories of a kind. */
export function CategoriesButton({ kind }: { kind: Kind }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onPointerEnter={prepare} onFocus={prepare} onClick={() => setOpen(true)}>
        Categories
      </Button>
      {isOpen && <EditCategories kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
