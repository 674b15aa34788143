import { Button } from '@mantine/core';
import { useState } from 'react';
import { lazily } from '../../../ui/lazily.tsx';
import type { Kind } from '../kinds.ts';

const load = () => import('./edit-categories.tsx');
const EditCategories = lazily(load);

/** Opens the categories of a kind. */
export function CategoriesButton({ kind }: { kind: Kind }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onPointerEnter={load} onFocus={load} onClick={() => setOpen(true)}>
        Categories
      </Button>
      {isOpen && <EditCategories kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
