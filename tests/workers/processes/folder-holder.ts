// Takes a folder, says so, and holds it until it is killed.
import { lockFolder } from "../../../workers/sender/folder-lock";

const [folder = ""] = process.argv.slice(2);
await lockFolder(folder);
process.stdout.write("held\n");
setInterval(() => {}, 1_000);
