// What the modules pass to each other. scene/values.py says what the fields of a film mean.

type Point = [number, number];
interface Mark {
  k: string; x?: number; y?: number; w?: number; h?: number; r?: number; x2?: number; y2?: number; o?: number; v?: number;
  c?: string; t?: string; d?: string; p?: string; z?: string; ti?: string; cut?: string; ev?: string;
}
type Marks = Map<string, Mark>;
interface Effect {
  k: string; at?: number; ms?: number; path?: Point[]; t?: string; chip?: Point; n?: number; hush?: number; m?: string[];
  src?: (string | Point)[]; load?: string[]; c?: string; swell?: string[]; from?: number; to?: number; of?: number; unit?: string;
  digits?: number; every?: number; times?: number;
}
interface Frame {
  k?: [string, Mark][]; "+"?: [string, Mark, (string | null)?][]; order?: string[]; "~"?: Record<string, Record<string, any>>;
  "-"?: string[]; fx?: Effect[]; about?: string[][]; ms?: number;
}
interface Layout { size: Point; frames: Frame[] }
interface Track extends Layout { skip?: number[]; narrow?: Layout }
interface Step {
  cap: string; why?: string; duty?: string; kind?: string; diff?: string[]; ms?: number; at?: number; chapter?: string;
  tag?: string; key?: number; broken?: string; about_kafka?: string;
}
/** A promise, and the step that breaks it, if any does; or a goal, and the step that reaches it. */
interface Lamp { words: string; step?: number; why?: string }
/** A question, and of each option what is said of it in sentences with their reasons, last to who chose none, with the frame `reveal`. */
interface Gate { step: number; reveal?: number; question: string; options: string[]; answer: number; said: [string, string][][] }
interface Theme {
  light?: Record<string, string>; dark?: Record<string, string>; classes?: Record<string, Record<string, any>>;
}
interface Film {
  v: number; title: string; lens: string; theme: Theme; steps: Step[]; tracks: Record<string, Track>; lenses?: string[];
  gates?: Gate[]; promises?: Lamp[]; goal?: Lamp; legend?: Record<string, [string, string][]>;
  footnote?: { words: string; details: string };
}
/** What a widget's model, or a page's, can do. */
interface Model {
  get(key: string): any; set(key: string, value: any): void; save_changes(): void;
  on(event: string, act: (heard?: any) => void): void; off(event: string, act: any): void; send?(content: any): void;
}
interface Act { label: string; python?: string; kafka?: string; enabled?: boolean; why?: string }
interface Branch { id: string; parent: string | null; step: number; label: string }

interface Way { length: number; d: string; at(part: number): Point }
/** What rides with a message: a mark by its id, or a record that becomes none, by its text. */
interface Rider { id: string; text: string; way: Way; lead: number; late: number; big: number }
interface Message { effect: Effect; way: Way; at: number; ms: number; riders: Rider[]; course: number; words: string; chip: Point }
/** When a mark changes, and how; `own` where an effect names it, not a group around it. */
interface Span { at: number; ms: number; how: string; own?: boolean; effect?: Effect; message?: Message; rider?: Rider }
/** A mark on its way from a look `a` to a look `b`; `was` and `dim` say how far it stood back, and whether it does now. */
interface Item {
  id: string; a?: Mark; b?: Mark; span: Span; fades: boolean; ghost: boolean; was: number; dim: boolean; swell?: Span;
  line?: Span; busy: Point;
}
interface Scene {
  before: Marks; after: Marks; items: Map<string, Item>; messages: Message[]; gone: Message[];
  beats: { effect: Effect; way: Way }[]; motion: number;
}
/** What a mark looks like at a moment: its numbers, how opaque it is, and its former look, and how full its area is. */
interface Pose {
  x?: number; y?: number; w?: number; h?: number; r?: number; x2?: number; y2?: number; v?: number; o: number; ghost: number;
  full?: number; t?: string; low?: boolean; scale?: number; middle?: Point;
}
