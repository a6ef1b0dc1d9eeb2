/** The address of a guest's page. @param id of the guest, or of one at a table */
export const pageOf = (id: string) => `/guest/${encodeURIComponent(id)}`;
