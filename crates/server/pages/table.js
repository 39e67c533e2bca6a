// The page of one table: it stands around every game, live while it is played, a replay afterwards.

import { followKeys, offerLanguages, part, setAttribute, setText, showMissing, showRules, Voice, watchHealth } from './dom.js';
import { askToJoin, invitationFor, mapLink, optionsText, showInvitations } from './setup.js';
import { Company, hintNodes, linesOf, Log, Seats, Tools, turnText } from './table_parts.js';
import { drawn, get, heard, invitationIn, leave, Link, loadGame, loadScript, loadTable, post, Refused, remember, resign, setNow, tableOf, Unseen } from './wire.js';
import { keep, kept, language, namesAt, speak, t } from './words.js';

/** More new steps than these are not animated or read out one by one: the page was in the background. */
const ANIMATED = 6;
/** So long after a choice was taken we ask for the state if the events have not brought it. */
const PATIENCE_MS = 1500;
const LOG_SHUT = 'log-shut';
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** One table, shown until the page is left. */
class Sitting {
  #id;
  #url;
  #module;
  #can;
  #state = null;
  #drawn = '';
  #game;
  #link;
  #seats;
  #log;
  #tools;
  #company;
  #finished = null; // the promise of what is shown of a match that is over
  #still = false;
  #view = null; // the own seat through whose eyes the table is shown
  #newest = 0; // the latest state that has come, be it shown yet or not
  #choosing = null;
  #taken = -1; // after this many choices ours was taken
  #pending = []; // steps that the game has not shown yet; nothing around it may tell them before
  #voice = new Voice(part('said'));
  #unseen = new Unseen();
  #retry = null;
  #table;

  /** `can` says what the game can do: `hint`, `undo`, `evaluates`. */
  constructor(id, module, can) {
    this.#id = id;
    this.#url = `/api/tables/${encodeURIComponent(id)}`;
    this.#module = module;
    this.#can = can;
  }

  /** The own seats, `{ seat, token, name }`. */
  get #own() {
    return tableOf(this.#id)?.seats ?? [];
  }

  #tokenOf(seat) {
    return this.#own.find((own) => own.seat === seat)?.token ?? null;
  }

  /** Whether an own seat is asked. */
  get #mine() {
    return this.#own.some(({ seat }) => seat === this.#state.asked);
  }

  #nameOf(seat) {
    return namesAt(this.#state.seats)[seat] || t('ui.seat', { seat: seat + 1 });
  }

  /** Shows the table, beginning with this state, and follows it. */
  begin(state) {
    this.#state = state;
    const seatName = (seat) => this.#nameOf(seat);
    const table = {
      game: state.game,
      lang: language(),
      t,
      seatName,
      you: () => this.#state.you,
      choose: (choice) => this.#choose(choice),
      hint: () => this.#hint(),
      say: (...lines) => this.#voice.say(...lines),
      log: (step) => this.#told(step),
      tools: [part('tools'), part('hint')], // for the place where the choices are
    };
    Object.defineProperty(table, 'still', { get: () => this.#still || calm.matches || document.hidden });
    this.#table = table;
    this.#log = new Log(part('lines'), (step) => this.#lines(step), (from, count) => get(`${this.#url}/history?from=${from}&count=${count}`));
    this.#seats = new Seats(part('seats'));
    this.#tools = new Tools(part('tools'), part('evaluation'), this.#id, this.#can, seatName, {
      hint: () => this.#showHint(),
      undo: () => this.#undo(),
      leave: () => this.#try(() => leave(this.#id).then(() => location.assign('/tables'))),
      resign: () => this.#try(() => resign(this.#id, this.#tokenOf(this.#state.you))),
    });
    this.#company = new Company(part('company'), this.#id, {
      token: () => this.#tokenOf(this.#state.you) ?? this.#own[0]?.token, seatName, sounds: this.#module.sounds,
    });
    const log = part('log');
    log.open = !kept(LOG_SHUT);
    log.addEventListener('toggle', () => keep(LOG_SHUT, log.open ? null : true));
    showRules(part('rules'), part('rules-text'), state.game);
    setText(part('title'), t(`game.${state.game}`));
    setAttribute(part('picture'), 'src', `/assets/${state.game}.svg`);
    part('options').append(optionsText(state.game, state.options, state.seats.length).join(' · '), ...mapLink(state));
    this.#game = this.#module.mount(part('game'), table);
    addEventListener('pagehide', ({ persisted }) => persisted || this.#game.end());
    // A finished match has keys of its own.
    followKeys((event) => !this.#finished && Boolean(this.#game.key?.(event)));
    this.#link = new Link(this.#id, {
      state: (next) => this.#come(next),
      status: (status) => {
        setText(part('connection'), status === 'lost' ? t('ui.lost') : '');
        if (status === 'live') heard();
      },
      gone: (status) => this.#gone(status),
    });
    this.#log.fill(state.steps, true);
    if (this.#own.length) remember(this.#id, { game: state.game });
    this.#newest = state.n;
    this.#take(state, []);
    addEventListener('hashchange', () => this.#invited());
    this.#connect();
  }

  #connect() {
    const [token = null, ...others] = this.#own.map((own) => own.token);
    this.#link.open(token, others);
  }

  /** A player who comes by an invitation is asked for a name, once; so is a guest while a seat is open to everyone. */
  #invited() {
    const clean = () => history.replaceState(null, '', location.pathname);
    const wanted = invitationFor(location.hash, this.#own, this.#state);
    if (!wanted && invitationIn(location.hash)) clean();
    askToJoin(part('join'), this.#id, this.#state.game, wanted, () => {
      clean();
      part('title').focus();
      this.#connect();
      this.#refresh();
    });
  }

  /** A state has come. A page with several seats shows the view of the one to choose. */
  async #come(state) {
    setNow(state.now);
    this.#unseen.add(state.steps);
    if (state.n < this.#newest) return;
    this.#newest = state.n;
    const own = this.#own.map(({ seat }) => seat);
    if (own.includes(state.asked)) this.#view = state.asked;
    else if (!own.includes(this.#view)) this.#view = null;
    let seen = state;
    const view = this.#view;
    if (view !== null && state.you !== view) {
      try {
        seen = await get(this.#url, this.#tokenOf(view));
      } catch (error) {
        this.#later(error);
      }
      // Meanwhile another of the own seats may have been asked: its eyes count then.
      if (seen.n < this.#newest || view !== this.#view) return;
    }
    this.#newest = seen.n;
    this.#take(seen, this.#unseen.after(this.#state.n, seen));
  }

  #take(state, fresh) {
    const first = this.#drawn === '';
    this.#company.show(state, fresh, this.#own.some(({ seat }) => seat === state.asked));
    if (this.#finished) {
      this.#finished.then((finished) => finished.show(state));
      return;
    }
    const moved = state.n !== this.#state.n;
    this.#state = state;
    setNow(state.now);
    this.#invited();
    if (moved) {
      this.#say('');
      setText(part('hint'), '');
    }
    // A person who has played can still want a rematch.
    if (state.ended !== null) this.#link.rest();
    if (this.#game.tells) {
      if (first || moved) this.#pending = fresh.length ? [...this.#pending, ...fresh] : [];
    } else {
      this.#log.add(fresh);
      this.#voice.say(...fresh.slice(-ANIMATED).flatMap((step) => this.#lines(step)));
    }
    const drawing = drawn(state);
    if (drawing !== this.#drawn) {
      this.#drawn = drawing;
      this.#show(state, fresh, first || fresh.length > ANIMATED);
    }
    this.#settle(first);
  }

  /** A game that shows one thing after the other has shown this step whole. */
  #told(step) {
    if (this.#finished) return;
    this.#log.add([step]);
    this.#pending = this.#pending.filter(({ n }) => n > step.n);
    this.#settle(false);
  }

  /** What stands around the game tells as much as the game has shown. */
  #settle(atOnce) {
    const state = this.#state, [next] = this.#pending;
    if (next) {
      // The player to choose must be told: the clock already runs.
      const asked = this.#mine ? state.asked : next.seat;
      this.#frame({ ...state, asked, clock: asked === state.asked ? state.clock : 0, ended: null, choices: null, undo: false });
    } else {
      this.#frame(state);
      if (state.ended !== null && !this.#finished) this.#ended(state, atOnce);
    }
  }

  /** What a choice is called. */
  #choiceName = (choice) => this.#module.choiceText?.(choice, this.#table) ?? choice.choice;

  #lines(step) {
    const { describe } = this.#module;
    return linesOf(step, describe && ((event) => describe(event, this.#table)), (seat) => this.#nameOf(seat));
  }

  #show(state, fresh, still) {
    const root = part('game'), focused = root.contains(document.activeElement);
    this.#still = still;
    this.#game.show(state, fresh);
    setAttribute(part('game'), 'data-n', state.n);
    this.#still = false;
    // What had the focus is gone: a player who uses keys goes on at the game, not at the top of the page.
    if (focused && document.activeElement === document.body) root.focus({ preventScroll: true });
  }

  /** What stands around the game; with more to show, `state` is not quite the present one. */
  #frame(state) {
    const own = this.#own.map(({ seat }) => seat);
    this.#seats.show(state, own, this.#game.account);
    this.#tools.show(state, own.length > 0);
    part('position').hidden = !state.position;
    setText(part('position'), state.position ? t('ui.position', { text: state.position }) : '');
    showInvitations(part('invitations'), this.#id, state.ended !== null ? [] : tableOf(this.#id)?.invitations ?? [], state.seats);
    const mine = this.#mine;
    setText(part('turn'), turnText(state, mine, own, (seat) => this.#nameOf(seat)));
    part('turn').classList.toggle('yours', mine);
    document.title = `${mine ? `● ${t('ui.your_turn')} · ` : ''}${t(`game.${state.game}`)}`;
  }

  /** The match is over: the result, and the replay. */
  async #ended(state, atOnce) {
    this.#finished = loadScript('table_finished').then(({ Finished }) => new Finished(this.#id, state.game, this.#can.analysis, {
      seatName: (seat) => this.#nameOf(seat), choiceName: this.#choiceName, step: (at) => this.#step(at), failed: () => this.#say(t('ui.unanswered')),
    }));
    (await this.#finished).show(state, !atOnce);
    const active = document.activeElement;
    if (!atOnce && (active === document.body || part('game').contains(active) || part('tools').contains(active))) part('end-title').focus({ preventScroll: true });
  }

  /** Shows a step of the replay. */
  #step({ index, view, step, next, still, playing, log }) {
    this.#say('');
    this.#log.fill(log);
    const last = next === null;
    const state = { ...this.#state, n: index, view, choices: null, you: null, asked: last ? null : next.seat, outcome: last ? this.#state.outcome : null };
    this.#seats.show({ ...state, clock: 0 }, this.#own.map(({ seat }) => seat), this.#game.account);
    this.#show(state, step ? [step] : [], still);
    this.#voice.hush();
    if (playing) return; // too fast to listen to
    this.#voice.say(t('ui.step_of', { step: index, total: this.#state.n }), ...(step ? this.#lines(step) : []));
  }

  #say(text) {
    setText(part('error'), text);
    part('error').hidden = !text;
  }

  async #refresh() {
    try {
      await this.#come(await get(this.#url, this.#tokenOf(this.#view) ?? this.#own[0]?.token));
    } catch (error) {
      this.#later(error);
    }
  }

  /** A state was not to be had. If another of the own seats shows what it sees meanwhile, we ask again. */
  #later(error) {
    if (!(error instanceof Refused)) throw error;
    if ([403, 404].includes(error.status)) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#view !== null && this.#state.you !== this.#view && this.#refresh(), PATIENCE_MS);
  }

  #gone(status) {
    if (status === 404) {
      this.#say(t('ui.no_table'));
      return;
    }
    // The server no longer knows this seat; watching needs none.
    this.#say(t('ui.seat_lost'));
    this.#link.open(null);
  }

  /** Sends something about the state that is shown; says whether it was taken. */
  async #send(what, body) {
    const token = this.#tokenOf(this.#state.you);
    if (!token) return null;
    this.#say('');
    try {
      return await post(`${this.#url}/${what}`, { n: this.#state.n, ...body }, token);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // Whatever went wrong, what is shown next is what the server knows.
      const before = this.#state.n;
      this.#drawn = '-';
      await this.#refresh();
      if (error.n !== null) this.#say(t('ui.moved_on'));
      else if (error.status || this.#state.n === before) this.#say(error.told());
      return null;
    }
  }

  /** Sends a choice; one at a time. Resolves to whether it was taken; errors have been shown then. */
  #choose(choice) {
    // Taken already: what it leads to is on its way.
    if (this.#choosing || this.#taken === this.#state.n) return Promise.resolve(false);
    this.#choosing = this.#sendChoice(choice).finally(() => { this.#choosing = null; });
    return this.#choosing;
  }

  async #sendChoice(choice) {
    const { n } = this.#state, taken = await this.#send('choose', { choice });
    if (taken) this.#taken = n;
    this.#expect(taken?.n);
    return Boolean(taken);
  }

  /** Asks for the state after `n` choices if it does not come by itself; for none if nothing was taken. */
  #expect(n) {
    setTimeout(() => this.#state.n < n && this.#refresh(), PATIENCE_MS);
  }

  async #undo() {
    if (this.#pending.length || !this.#state.undo || !this.#state.n) return;
    this.#expect((await this.#send('undo', {}))?.n);
  }

  /** What a bot would choose, `{ choice, note }`; null if there is no advice. */
  #hint() {
    return this.#state.choices ? this.#send('hint', {}) : Promise.resolve(null);
  }

  async #showHint() {
    const n = this.#state.n;
    if (this.#pending.length || !this.#state.choices) return;
    setText(part('hint'), t('ui.thinking'));
    setAttribute(part('tools'), 'aria-busy', 'true');
    const found = await this.#hint();
    setAttribute(part('tools'), 'aria-busy', null);
    if (n !== this.#state.n) return;
    part('hint').replaceChildren(...(found ? hintNodes(this.#game.hinted?.(found) ?? found.choice, found.note, this.#choiceName) : []));
  }

  /** Does something about a seat, not about a state, and says why it was refused. */
  async #try(what) {
    this.#say('');
    try {
      await what();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.#say(error.told());
    }
  }
}

const id = decodeURIComponent(location.pathname.split('/').pop());

await speak();
watchHealth();
offerLanguages(part('languages'));
const state = await loadTable(id);
if (state?.game) {
  const [module, about] = await Promise.all([loadGame(state.game), get('/api/games').catch(() => ({ games: [] }))]);
  setText(part('connection'), '');
  const { undo = true, hint = true, evaluation = false, analysis = false } = about.games.find((one) => one.game === state.game) ?? {};
  new Sitting(id, module, { undo, hint, evaluates: evaluation, analysis }).begin(state);
} else {
  // A seat is not forgotten: the server may only have been started without its tables.
  setText(part('connection'), '');
  if (state?.aside) showMissing(t('ui.aside'), t('ui.aside_about'), state.aside);
  else showMissing(t('ui.no_table'), t('ui.no_table_about'));
}
