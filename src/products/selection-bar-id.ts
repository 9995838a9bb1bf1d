/** ID of the bar with the actions for selected products, which takes the focus from a selected row. */
export const selectionBarId = 'selected-products';
