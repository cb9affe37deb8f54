mod flow;
mod tokens;
