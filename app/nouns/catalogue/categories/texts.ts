/** What the categories manager says. Browser-safe. */
export const categoryTexts = {
  notLoaded: 'Sorry, cannot load categories at this time. Please try again later',
  notCreated: 'Sorry, cannot create category at this time.',
  notUpdated: 'Sorry, cannot update categories at this time.',
  inUse:
    'Sorry, cannot delete category. There are items assigned to the category.  Please, reassign items to different categories before deleting.',
  notDeleted: 'Sorry, cannot delete category at this moment',
  /** The call did not come back. */
  noReply: 'Can not delete category at this moment',
} as const;
