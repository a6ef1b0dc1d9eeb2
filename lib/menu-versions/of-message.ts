/** Which version of a menu went along with a message. */
export interface MenuSent {
  id: string;
  name: string;
  number: number;
  sha256: string;
}

/** The version that goes along with a message `i`, as JSON in SQL; null where none does, or nobody knows. */
export const MENU_OF = `(SELECT json_object('id', m.id, 'name', m.name, 'number', m.number, 'sha256', m.sha256)
  FROM menu_version m WHERE m.id = i.menu_version)`;

/** The same out of its row. */
export const menuOf = (json: string | null): MenuSent | null => (json === null ? null : (JSON.parse(json) as MenuSent));
