import { fileNameOf } from "../file-names";

/** The name of the file that a guest gets, by what its version is called. */
export const menuFileName = (name: string) => `${fileNameOf(name, "menu")}.pdf`;
