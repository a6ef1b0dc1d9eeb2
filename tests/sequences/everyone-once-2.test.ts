import { playSequences } from "./everyone-once";

playSequences(1, 2);
