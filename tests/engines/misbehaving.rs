//! An engine for tests. It always plays the rearmost man that it may move, except for one kind of misbehaviour.
//!
//! `misbehaving KIND [N]` misbehaves from the N-th question on, some kinds from the start if N is 0. The kinds `ahead` and `ahead-KIND` support questions
//! asked ahead. The file that the environment variable `MISBEHAVING_PIDS` names gets a line with the id of this
//! process, and a line with a + and the id for each process that it starts. Nothing here runs longer than half a
//! minute, so that a test that fails leaves no process behind for good.

use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::{self, BufRead as _, Write as _};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::process::{self, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

#[cfg(unix)]
use nix::{
    sys::signal::Signal,
    unistd::{Pid, getpgid, getppid, setpgid},
};
use tourne_solver::{Die, Position, Roll, Rules, Setup};

/// Time limit of everything that would otherwise run for ever.
const LONG: Duration = Duration::from_secs(30);

struct Engine {
    kind: String,
    /// `true` if the engine offers the option `askahead`.
    ahead: bool,
    /// Number of the first question at which it misbehaves, counted from 1.
    from: usize,
    asked: usize,
    rules: Rules,
    position: Position,
    die: Die,
    /// An answer that is sent only after the next `readyok`.
    owed: Option<String>,
    /// Output that is not flushed before the end.
    unflushed: RefCell<String>,
}

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let kind = arguments.next().unwrap_or_default();
    let (ahead, kind) = match kind.strip_prefix("ahead") {
        Some(rest) => (true, rest.trim_start_matches('-').to_owned()),
        None => (false, kind),
    };
    let from = arguments.next().map_or(1, |n| n.parse().expect("a number"));
    note(&process::id().to_string())?;
    let mut engine = Engine {
        kind,
        ahead,
        from,
        asked: 0,
        rules: Rules::STANDARD,
        position: Rules::STANDARD.start(),
        die: Die::new(1),
        owed: None,
        unflushed: RefCell::default(),
    };
    match &*engine.kind {
        "ends-at-once" => return Ok(()),
        "deaf" => return engine.answer_without_reading(),
        "slow-start" => thread::sleep(Duration::from_millis(1500)),
        "last-words" => say_on_stderr("\x1b[31mloading\nthe \u{202e}model\n\n")?,
        "loud" => {
            thread::spawn(|| forever(|| say_on_stderr("so much to say\n")));
        }
        _ => (),
    }
    for line in io::stdin().lock().lines() {
        if !engine.obey(&line?)? {
            break;
        }
    }
    say_bytes(engine.unflushed.borrow().as_bytes())
}

impl Engine {
    /// Obeys one line of the protocol. Returns `false` if the engine should exit.
    fn obey(&mut self, line: &str) -> io::Result<bool> {
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (command, &*self.kind) {
            ("ubgi", "no-ubgiok") | ("isready", "no-readyok") => (),
            ("ubgi", "other-protocol") => self.say("id name other\nuciok")?,
            ("ubgi", _) if self.ahead => {
                self.say("option name askahead type check default false\nubgiok")?;
            }
            ("ubgi", _) => self.say("id name misbehaving\nid author the tests\nubgiok")?,
            ("isready", "glued") if self.asked == self.from => self.say("0readyok")?,
            ("isready", _) => {
                self.say("readyok")?;
                if let Some(answer) = self.owed.take() {
                    self.say(&answer)?;
                }
            }
            ("setoption", "refuses") => self.say("error only \x1b[31mmy own rules")?,
            ("setoption", _) if rest == "name askahead value true" => assert!(self.ahead),
            ("setoption", _) => {
                let rules = rest.strip_prefix("name rules value ");
                self.rules = rules.and_then(|rules| rules.parse().ok()).expect("rules");
            }
            ("position", _) => {
                let setup: Option<Setup> = rest.strip_prefix("tc ").and_then(|s| s.parse().ok());
                let position = self.rules.position(&setup.expect("a position"));
                self.position = position.expect("a legal position");
            }
            ("dice", _) => {
                let roll: Roll = rest.replace(' ', "").parse().expect("dice");
                self.die = self.rules.die_played(roll).expect("dice of these rules");
            }
            ("go", _) => {
                self.asked += 1;
                let plays = self.rules.plays(self.position, self.die);
                let play = plays.first().expect("there is always one, or the pass");
                let answer = self.answer(&play.action.to_string());
                if self.asked < self.from {
                    self.say(&answer)?;
                } else {
                    self.misbehave(&answer)?;
                }
            }
            ("quit", "stubborn") => thread::sleep(LONG),
            ("quit", _) => return Ok(false),
            _ => self.say("error this is not in the protocol")?,
        }
        Ok(true)
    }

    fn answer(&self, action: &str) -> String {
        if self.ahead {
            format!("bestmove {action} for {} {}", self.position, self.die)
        } else {
            format!("bestmove {action}")
        }
    }

    fn misbehave(&mut self, answer: &str) -> io::Result<()> {
        match &*self.kind {
            "illegal" => self.say(&self.answer("0/12")),
            "forgets" => self.say("bestmove 0/3"),
            "strays" => self.say("bestmove 0/3 for hhh/hhh 7"),
            "unreadable" => self.say("bestmove ban\x1b[31mana"),
            "empty" => self.say("bestmove"),
            "not-text-answer" => say_bytes(b"bestmove 0/\xff3\n"),
            "silent" => {
                thread::sleep(LONG);
                Ok(())
            }
            // A test stops this process and its runner at this word.
            "naps" if self.asked == self.from => {
                say_on_stderr("napping\n")?;
                thread::sleep(Duration::from_secs(1));
                self.say(answer)
            }
            "sleeps" => {
                say_on_stderr("napping\n")?;
                thread::sleep(LONG);
                Ok(())
            }
            "skips" => Ok(()),
            "moves" => self.say(&answer.replacen("best", "\x1b[31mbest ", 1)),
            "bare" => self.say(answer.trim_start_matches("bestmove ")),
            "slow" => {
                thread::sleep(Duration::from_millis(100));
                self.say(answer)
            }
            "exit" => process::exit(3),
            "last-words" => {
                for line in 1..=4 {
                    say_on_stderr(&format!("  at line {line}\n"))?;
                }
                say_on_stderr("out of \x1b[31mmemory")?;
                process::exit(3)
            }
            "early-readyok" => {
                self.owed = Some(answer.to_owned());
                Ok(())
            }
            "afterwards" => {
                self.owed = Some(answer.to_owned());
                self.say(answer)
            }
            "abort" => process::abort(),
            "unfinished" => {
                say_bytes(answer.as_bytes())?;
                process::exit(0)
            }
            "twice" => self.say(&format!("{answer}\n{answer}")),
            "chatty" => {
                self.say("info depth 3\n\nbestmoves 0/12\nbestmovement")?;
                self.say("error \x1b[31mall is well\nid name")?;
                self.say(answer)
            }
            "lines" => forever(|| self.say("info still thinking")),
            "endless" => forever(|| say_bytes(&[b'.'; 4096])),
            _ => self.leave(answer),
        }
    }

    /// Kinds of misbehaviour that concern processes: stops itself, becomes another program, joins another process group,
    /// kills its parent, or leaves other processes behind.
    #[cfg(unix)]
    fn leave(&self, answer: &str) -> io::Result<()> {
        match &*self.kind {
            "stops" => Ok(nix::sys::signal::raise(Signal::SIGSTOP)?),
            "closes-output" => become_shell("exec 1>&-; exec sleep 30"),
            "closes-input" => become_shell(&format!("exec 0<&-; echo '{answer}'; exec sleep 30")),
            kind @ ("other-group" | "other-group-silent" | "our-group-silent") => {
                let group = match kind {
                    // The process group of the process that asks.
                    "our-group-silent" => getpgid(Some(getppid()))?,
                    _ => start_apart("exec sleep 25")?,
                };
                setpgid(Pid::from_raw(0), group)?;
                if kind == "other-group" {
                    process::exit(3);
                }
                thread::sleep(LONG);
                Ok(())
            }
            // The engine goes on, but the shell that started it is killed.
            "kills-parent" => {
                if self.asked == self.from {
                    nix::sys::signal::kill(getppid(), Signal::SIGKILL)?;
                }
                self.say(answer)
            }
            // These two leave a process behind that keeps their standard input and output; the second one answers.
            "talking-grandchild" => {
                let lines = "echo bestmove 0/12; echo readyok; sleep 0.01";
                start(&format!("sleep 0.1; while :; do {lines}; done"))?;
                process::exit(3)
            }
            // The same, but the process is in a group of its own.
            "talking-stranger" => {
                let lines = "echo bestmove 0/12; echo readyok; echo no fault >&2; sleep 0.01";
                let lines = format!("for i in $(seq 1000); do {lines}; done");
                start_apart(&format!("sleep 0.1; {lines}"))?;
                process::exit(3)
            }
            "hands-over" => {
                start(&format!("echo '{answer}'; exec cat >/dev/null"))?;
                process::exit(3)
            }
            _ => self.say(answer),
        }
    }

    #[cfg(not(unix))]
    fn leave(&self, answer: &str) -> io::Result<()> {
        self.say(answer)
    }

    /// Sends the answers that are expected of an engine, without reading any input.
    fn answer_without_reading(&self) -> io::Result<()> {
        self.say("ubgiok\nreadyok")?;
        forever(|| {
            thread::sleep(Duration::from_millis(2));
            self.say("bestmove 0/12")
        })
    }

    fn say(&self, text: &str) -> io::Result<()> {
        let is_wrong = self.asked >= self.from;
        let end = match &*self.kind {
            "crlf" => "\r\n",
            "unended" if is_wrong => "",
            _ => "\n",
        };
        let text = text.replace('\n', end) + end;
        if self.kind == "unflushed" && is_wrong {
            self.unflushed.borrow_mut().push_str(&text);
            return Ok(());
        }
        say_bytes(text.as_bytes())
    }
}

/// Adds a line to the file that `MISBEHAVING_PIDS` names, from which tests see that no process is left.
fn note(process: &str) -> io::Result<()> {
    if let Some(path) = env::var_os("MISBEHAVING_PIDS") {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.write_all(format!("{process}\n").as_bytes())?;
    }
    Ok(())
}

/// Starts a shell that runs this script, in the process group of this engine.
#[cfg(unix)]
fn start(script: &str) -> io::Result<()> {
    let mut shell = Command::new("sh");
    let id = shell
        .args(["-c", script])
        .stderr(Stdio::null())
        .spawn()?
        .id();
    note(&format!("+{id}"))
}

/// Starts a shell that runs this script, in a new process group. It keeps the pipes of this engine open, and nobody ends
/// it. Returns the group.
#[cfg(unix)]
fn start_apart(script: &str) -> io::Result<Pid> {
    let shell = Command::new("sh")
        .args(["-c", script])
        .process_group(0)
        .spawn()?;
    Ok(Pid::from_raw(
        i32::try_from(shell.id()).expect("ids are small"),
    ))
}

fn say_on_stderr(text: &str) -> io::Result<()> {
    io::stderr().lock().write_all(text.as_bytes())
}

fn say_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()
}

fn forever(mut action: impl FnMut() -> io::Result<()>) -> io::Result<()> {
    let started = Instant::now();
    while started.elapsed() < LONG {
        action()?;
    }
    Ok(())
}

/// Replaces this process by a shell that runs this script.
#[cfg(unix)]
fn become_shell(script: &str) -> io::Result<()> {
    Err(Command::new("sh").arg("-c").arg(script).exec())
}
